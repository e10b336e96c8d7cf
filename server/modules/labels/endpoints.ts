// Finds what a label stands on. Which entities can be labelled their own schemas say.
import * as z from 'zod/mini'
import { findLabel } from '../../../src/contract/endpoints/label.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { labelCodeIn } from '../../../src/domain/label.ts'
import { holds } from '../../../src/domain/permission.ts'
import { addVisibility, Conditions, expressionOf, fromOf, type Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

const named = z.object({ id: z.int(), name: z.nullable(z.string()) })

export function mountLabels(handlers: Handlers, stores: Iterable<Store>): void {
  const labelled = [...stores].filter(({ entity }) => 'labelCode' in entity.schema.shape)
  handlers.handle(findLabel, async ({ code: read }, context) => {
    const code = labelCodeIn(read)
    if (code === undefined) throw new Refused('row.unknown')
    for (const store of labelled) {
      const { entity } = store
      if (!holds(context.person.permissions, permissionFor(entity, 'read'))) continue
      const conditions = new Conditions()
      conditions.parts.push('t.removed_at is null', `t.label_code = ${conditions.bind(code)}`)
      addVisibility(store, conditions, context)
      const name = expressionOf(store, 'name' in entity.schema.shape ? 'name' : (entity.search[0] ?? 'id'))
      const found = await context.sql.first(
        `select t.id, ${name}::text as name from ${fromOf(store)} where ${conditions.where} limit 1`,
        conditions.values,
      )
      if (!found) continue
      const { id, name: own } = z.parse(named, found)
      return { entity: entity.key, id, name: own ?? `#${id}` }
    }
    throw new Refused('row.unknown')
  })
}
