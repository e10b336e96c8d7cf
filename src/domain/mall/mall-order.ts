// An order of the mall: what somebody bought of one merchant, and how far it has come.
import * as z from 'zod/mini'
import { payState } from '../billing/pay-state.ts'
import { payWay } from '../billing/pay-way.ts'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { orderGrants } from './order-grants.ts'
import { type OrderState, orderState } from './order-state.ts'

/** Which steps an order makes; everything else is 'no such state transition'. A paid one is closed by a full refund only. */
export const orderSteps: Readonly<Record<OrderState, readonly OrderState[]>> = {
  unpaid: ['paid', 'closed'],
  paid: ['shipped', 'closed'],
  shipped: ['completed'],
  completed: [],
  // Late money for which there was still stock.
  closed: ['paid'],
}

export const orderMayStep = (from: OrderState, to: OrderState): boolean => orderSteps[from].includes(to)

/** An order that nobody pays is closed after so long, and what it held is free. */
export const ORDER_LIFE_MINUTES = 30
/** Nobody holds stock by more unpaid orders than these. */
export const MOST_UNPAID_ORDERS = 5
export const MOST_ORDER_LINES = 50
export const MOST_PIECES = 999
/** Fen. */
export const MOST_ORDER_AMOUNT = 100_000_000

const fen = z.int()
const shipping = { carrier: nonEmpty(40), trackingNumber: nonEmpty(60) }

export const pieces = z.object({
  lineId: id,
  quantity: z.int().check(z.minimum(1), z.maximum(MOST_PIECES)),
})

export const mallOrder = defineEntity({
  key: 'mallOrder',
  service: 'mall',
  permission: 'mallOrder',
  grants: orderGrants('orderManagement', ['place', 'ship', 'close', 'discount', 'receiver']),
  page: {
    path: '/orderManagement',
    layout: 'console',
    titleZh: '订单管理',
    titleEn: 'Orders',
    directory: 'Mall',
    after: 'MallData',
    icon: 'bill',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    orderNumber: z.string(),
    state: orderState,
    payState,
    way: z.nullable(payWay),
    merchantId: id,
    merchantName: z.string(),
    buyerId: id,
    buyerName: z.string(),
    /** Masked, as the address: who may reads them whole, one by one. */
    buyerPhone: z.string(),
    regionCode: z.string(),
    address: z.string(),
    billId: id,
    /** How many different goods, and pieces of them. */
    lineCount: z.int(),
    pieceCount: z.int(),
    /** What the first line is. */
    firstName: z.string(),
    weightGrams: z.int(),
    goodsAmount: fen,
    discountAmount: fen,
    discountName: z.nullable(z.string()),
    freightAmount: fen,
    amount: fen,
    refundWaiting: fen,
    refundedAmount: fen,
    remark: z.nullable(z.string()),
    note: z.nullable(z.string()),
    closeReason: z.nullable(z.string()),
    paidAt: z.nullable(moment),
    shippedAt: z.nullable(moment),
    completedAt: z.nullable(moment),
    closedAt: z.nullable(moment),
    expiresAt: moment,
  }),
  filters: {
    orderNumber: 'contains',
    state: 'oneOf',
    merchantId: 'equals',
    buyerId: 'equals',
    buyerName: 'contains',
    buyerPhone: 'contains',
    createdAt: 'range',
  },
  sorts: ['createdAt', 'amount'],
  defaultSort: '-createdAt',
  search: ['orderNumber', 'buyerName', 'buyerPhone'],
  countBy: 'state',
  refs: { merchantId: { entity: 'merchant', label: 'merchantName' } },
  shownIn: ['afterSale'],
  removable: false,
  commands: {
    /** Left out, all that is still to be sent goes into the parcel. */
    ship: {
      permission: 'mallOrder.ship',
      byHand: true,
      input: z.object({
        ...shipping,
        lines: z.optional(z.array(pieces).check(z.maxLength(MOST_ORDER_LINES))),
      }),
      hindrance: ({ state, payState: pay }) => stepUnless(state === 'paid' && pay !== 'refunded'),
    },
    complete: {
      permission: 'mallOrder.ship',
      hindrance: ({ state }) => stepUnless(orderMayStep(state, 'completed')),
    },
    close: {
      permission: 'mallOrder.close',
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: ({ state }) => stepUnless(state === 'unpaid'),
    },
    discount: {
      permission: 'mallOrder.discount',
      byHand: true,
      input: z.object({
        amount: z.int().check(z.minimum(0), z.maximum(MOST_ORDER_AMOUNT)),
        name: nonEmpty(40),
      }),
      hindrance: ({ state }) => stepUnless(state === 'unpaid'),
    },
    note: { permission: 'mallOrder.ship', byHand: true, input: z.object({ note: text(500) }) },
  },
})
