// How tariffs are stored: what bills were made with stays as it is.
import * as z from 'zod/mini'
import { tariff } from '../../../src/domain/fees/tariff.ts'
import { microFenOf } from '../../../src/domain/fees/units.ts'
import type { Store } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseUnseen } from '../community/public.ts'

const TODAY = '(now() at time zone (select z.zone from tenant z where z.id = t.tenant_id))::date'

const USED = `exists (select from fee_run f where f.community_id = t.community_id and f.removed_at is null
  and f.state <> 'draft' and t.from_day < (f.month || '-01')::date + interval '1 month')`

const stored = z.object({ unitPrice: z.number() })

export const tariffStore: Store = {
  entity: tariff,
  table: {
    name: 'tariff',
    joins: 'join community c on c.id = t.community_id',
    department: 'c.department_id',
    columns: {
      unitPrice: '(t.price_micro_fen / 100000000.0)::float8',
      state: `case when t.from_day > ${TODAY} then 'next'
        when exists (select from tariff n where n.community_id = t.community_id and n.kind = t.kind
          and n.removed_at is null and n.from_day > t.from_day and n.from_day <= ${TODAY}) then 'past'
        else 'current' end`,
      used: USED,
    },
    apart: ['unitPrice'],
    unique: { tariff_from_day: 'fromDay' },
    beforeSave: async saving => {
      await refuseUnseen(saving, 'communityId')
      const { input, before } = saving
      if (
        before?.used === true &&
        Object.keys(input).some(field => field !== 'note' && input[field] !== before[field])
      )
        throw new Refused('tariff.used')
      const { unitPrice } = z.parse(stored, { ...before, ...input })
      const microFen = microFenOf(unitPrice)
      if (microFen === undefined) throw new Refused('field.unitPrice', { field: 'unitPrice' })
      return { price_micro_fen: microFen }
    },
    beforeRemove: async ({ row }) => {
      if (row.used === true) throw new Refused('tariff.used')
    },
  },
}
