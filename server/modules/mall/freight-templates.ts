// Freight templates: rules that were changed are a further version, and the former stay for the orders that named them.
import * as z from 'zod/mini'
import { freightRules } from '../../../src/domain/mall/freight.ts'
import { freightTemplate } from '../../../src/domain/mall/freight-template.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Saving } from '../../entity/table.ts'

const newest = (column: string) =>
  `(select v.${column} from freight_version v where v.template_id = t.id order by v.number desc limit 1)`

const written = z.object({ rules: z.optional(freightRules) })

async function addVersion({ context: { sql }, input, before, tenantId, id }: Saving & { id: number }) {
  const { rules } = z.parse(written, input)
  // What the database gives back has its keys in an order of its own.
  const former = z.parse(z.optional(freightRules), before?.rules)
  if (!rules || JSON.stringify(rules) === JSON.stringify(former)) return
  const number = z.parse(z.optional(z.number()), before?.versionNumber) ?? 0
  await firstOf(
    sql,
    tables
      .insertInto('freight_version')
      .values({
        ...{ tenant_id: tenantId, created_at: Date.now(), template_id: id },
        ...{ number: number + 1, rules: JSON.stringify(rules) },
      })
      .returning('id'),
  )
}

export const freightStore: Store = {
  entity: freightTemplate,
  table: {
    name: 'freight_template',
    columns: {
      rules: newest('rules'),
      versionNumber: newest('number'),
      versionAt: newest('created_at'),
      ruleCount: `jsonb_array_length(${newest('rules')})`,
      goodsCount:
        '(select count(*)::int from mall_product p where p.freight_template_id = t.id and p.removed_at is null)',
    },
    apart: ['rules'],
    unique: { freight_template_name: 'name' },
    usedBy: [{ table: 'mall_product', column: 'freight_template_id' }],
    afterSave: addVersion,
  },
}
