// Parcels of an order: what was sent in which one, and whether it has arrived.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase, rowOwner } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { orderGrants } from './order-grants.ts'

export const shipmentState = z.enum(['sent', 'delivered'])

export const shipmentLine = z.object({ lineId: id, name: z.string(), quantity: z.int() })

export const shipment = defineEntity({
  key: 'shipment',
  service: 'mall',
  permission: 'mallOrder',
  grants: orderGrants('orderManagement', ['place', 'ship', 'close', 'discount', 'receiver']),
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    orderId: id,
    orderNumber: z.string(),
    carrier: z.string(),
    trackingNumber: z.string(),
    state: shipmentState,
    lines: z.array(shipmentLine),
    shippedAt: moment,
    deliveredAt: z.nullable(moment),
  }),
  filters: { orderId: 'equals', state: 'oneOf', trackingNumber: 'contains' },
  sorts: ['shippedAt', 'createdAt'],
  defaultSort: 'shippedAt',
  search: ['trackingNumber', 'carrier'],
  removable: false,
  commands: {
    deliver: { permission: 'mallOrder.ship', hindrance: ({ state }) => stepUnless(state === 'sent') },
  },
})
