// What the mall pays a merchant for a period: written once; what goes back later is a negative line of the next one.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, rowBase, rowOwner } from '../fields.ts'
import { orderGrants } from './order-grants.ts'

export const settlementLineKind = z.enum(['sale', 'refund'])

export const settlement = defineEntity({
  key: 'settlement',
  service: 'mall',
  permission: 'settlement',
  grants: orderGrants('MallData', ['run']),
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    number: z.string(),
    merchantId: id,
    merchantName: z.string(),
    /** The last day that it is about. */
    untilDay: localDate,
    lineCount: z.int(),
    /** Fen. */
    paid: z.int(),
    refunded: z.int(),
    commission: z.int(),
    fee: z.int(),
    net: z.int(),
  }),
  filters: { merchantId: 'equals', number: 'contains', untilDay: 'range' },
  sorts: ['untilDay', 'net', 'createdAt'],
  defaultSort: '-untilDay',
  search: ['number', 'merchantName'],
  refs: { merchantId: { entity: 'merchant', label: 'merchantName' } },
  removable: false,
  commands: {},
})
