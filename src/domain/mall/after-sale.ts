// After-sales: what a buyer wants back of an order, and how far that has come.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { orderGrants } from './order-grants.ts'

export const afterSaleKind = z.enum(['refund', 'return'])
export type AfterSaleKind = z.output<typeof afterSaleKind>

export const afterSaleState = z.enum([
  'requested',
  'approved',
  'rejected',
  'withdrawn',
  'returned',
  'received',
  'refunding',
  'done',
])
export type AfterSaleState = z.output<typeof afterSaleState>

/** Which steps there are: goods come back before their money goes, and a declined refund steps back. */
const steps: Readonly<Record<AfterSaleKind, Partial<Record<AfterSaleState, readonly AfterSaleState[]>>>> = {
  refund: {
    requested: ['approved', 'rejected', 'withdrawn'],
    approved: ['refunding'],
    refunding: ['done', 'approved'],
  },
  return: {
    requested: ['approved', 'rejected', 'withdrawn'],
    approved: ['returned'],
    returned: ['received'],
    received: ['refunding'],
    refunding: ['done', 'received'],
  },
}

export const afterSaleMayStep = (kind: AfterSaleKind, from: AfterSaleState, to: AfterSaleState): boolean =>
  steps[kind][from]?.includes(to) ?? false

/** Where a refund that the provider declined goes back to. */
export const declinedTo = (kind: AfterSaleKind): AfterSaleState =>
  kind === 'return' ? 'received' : 'approved'

const grants = orderGrants('AfterSalesOrders', ['decide', 'request', 'refund'])
type Facts = { kind: AfterSaleKind; state: AfterSaleState }
const to = (state: AfterSaleState) => (row: Facts) => stepUnless(afterSaleMayStep(row.kind, row.state, state))

export const afterSale = defineEntity({
  key: 'afterSale',
  service: 'mall',
  permission: 'afterSale',
  grants,
  page: {
    path: '/AfterSalesOrders',
    layout: 'console',
    titleZh: '售后订单',
    titleEn: 'After-sales orders',
    directory: 'Mall',
    after: 'orderManagement',
    icon: 'refresh',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    number: z.string(),
    orderId: id,
    orderNumber: z.string(),
    merchantName: z.string(),
    buyerId: id,
    buyerName: z.string(),
    kind: afterSaleKind,
    state: afterSaleState,
    reason: z.string(),
    /** What it is about, as one line. */
    what: z.string(),
    /** Fen, freight included. */
    amount: z.int(),
    freightAmount: z.int(),
    verdict: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    decidedByName: z.nullable(z.string()),
    carrier: z.nullable(z.string()),
    trackingNumber: z.nullable(z.string()),
    returnedAt: z.nullable(moment),
    receivedAt: z.nullable(moment),
    restocked: z.boolean(),
    refundedAt: z.nullable(moment),
    /** What the provider said when it refused. */
    declined: z.nullable(z.string()),
  }),
  filters: {
    number: 'contains',
    orderId: 'equals',
    buyerId: 'equals',
    state: 'oneOf',
    kind: 'oneOf',
    createdAt: 'range',
  },
  sorts: ['createdAt', 'amount'],
  defaultSort: '-createdAt',
  search: ['number', 'orderNumber', 'buyerName'],
  countBy: 'state',
  shownIn: ['mallOrder'],
  removable: false,
  commands: {
    approve: { permission: 'afterSale.decide', hindrance: to('approved') },
    reject: {
      permission: 'afterSale.decide',
      byHand: true,
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: to('rejected'),
    },
    withdraw: { permission: 'afterSale.request', hindrance: to('withdrawn') },
    sendBack: {
      permission: 'afterSale.request',
      byHand: true,
      input: z.object({ carrier: nonEmpty(40), trackingNumber: nonEmpty(60) }),
      hindrance: to('returned'),
    },
    receive: {
      permission: 'afterSale.decide',
      byHand: true,
      /** Fit to be sold again. */
      input: z.object({ restock: z.boolean() }),
      hindrance: to('received'),
    },
    refund: { permission: 'afterSale.refund', hindrance: to('refunding') },
  },
})
