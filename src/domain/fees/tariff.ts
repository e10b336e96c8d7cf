// What a community asks for a unit, from a day on. A new price is a new row; one that bills were made with stays.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, rowBase, rowOwner, text } from '../fields.ts'
import { tariffKind } from './month-bill.ts'
import { unitPrice } from './units.ts'

const fields = {
  communityId: id,
  kind: tariffKind,
  /** Yuan for a kWh, a cubic metre, or a square metre and month; at most six decimals. */
  unitPrice,
  fromDay: localDate,
  note: z.optional(text(200)),
}

export const tariff = defineEntity({
  key: 'tariff',
  service: 'pay',
  permission: 'tariff',
  grants: { menu: 'meters', property: ['read', 'save', 'remove', 'export', 'import'] },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    communityName: z.string(),
    /** `current` today, `next` later, `past` replaced by a newer one. */
    state: z.enum(['current', 'next', 'past']),
    /** Bills were made with it. */
    used: z.boolean(),
  }),
  write: z.object(fields),
  filters: { communityId: 'equals', kind: 'oneOf', state: 'oneOf' },
  sorts: ['fromDay', 'unitPrice', 'createdAt'],
  defaultSort: '-fromDay',
  search: ['communityName', 'note'],
  countBy: 'state',
  refs: { communityId: { entity: 'community', label: 'communityName' } },
  shownIn: ['feeRun'],
  removable: true,
  importable: true,
  commands: {},
})
