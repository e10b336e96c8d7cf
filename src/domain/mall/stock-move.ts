// What came to a SKU and went, and what orders hold of it: written once, never changed.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase, rowOwner } from '../fields.ts'
import { mallGrants } from './grants.ts'

/**
 * `initial` to `count` are people's; an order reserves, gives free again, takes what it sends, and puts back what came back.
 */
export const stockMoveKind = z.enum([
  'initial',
  'receive',
  'writeOff',
  'adjust',
  'count',
  'reserve',
  'release',
  'take',
  'putBack',
])
export type StockMoveKind = z.output<typeof stockMoveKind>

export const stockMove = defineEntity({
  key: 'stockMove',
  service: 'mall',
  permission: 'mallProduct',
  grants: mallGrants('productManage', ['shelf', 'stock']),
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    skuId: id,
    productName: z.string(),
    optionText: z.string(),
    kind: stockMoveKind,
    /** What it did to what is there and to what is reserved. */
    onHandChange: z.int(),
    reservedChange: z.int(),
    /** What there was afterwards. */
    onHand: z.int(),
    reserved: z.int(),
    orderId: z.nullable(id),
    note: z.nullable(z.string()),
    at: moment,
    userName: z.nullable(z.string()),
  }),
  filters: { skuId: 'equals', kind: 'oneOf', at: 'range', productName: 'contains', userName: 'contains' },
  sorts: ['at', 'createdAt'],
  defaultSort: '-at',
  search: ['productName', 'optionText', 'userName', 'note'],
  removable: false,
  commands: {},
})
