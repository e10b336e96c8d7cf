// Bills and their payment: what is owed for what, and which steps money makes.
import * as z from 'zod/mini'
import { operator } from '../device/device.ts'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase, rowOwner } from '../fields.ts'
import { refusing, stepUnless } from '../hindrance.ts'
import { type PayState, payState } from './pay-state.ts'
import { payWay } from './pay-way.ts'

/** What the provider says: NOTPAY or SUCCESS. */
export const platformState = z.enum(['NOTPAY', 'SUCCESS'])
/** What somebody orders by a subject and a sum. */
export const orderedKind = z.enum(['package', 'cardTopUp', 'phoneTopUp', 'meterTopUp'])
export type OrderedKind = z.output<typeof orderedKind>
export const billKind = z.enum([...orderedKind.options, 'mallOrder', 'fee'])
export type BillKind = z.output<typeof billKind>

/**
 * Which steps a bill makes; everything else is 'no such state transition'. Money that comes for a closed bill is refunded,
 * unless its kind can still bring what was bought. A bill of which a part went back is paid.
 */
export const paySteps: Record<PayState, readonly PayState[]> = {
  unpaid: ['paying', 'paid', 'closed'],
  paying: ['paid', 'failed', 'unpaid', 'closed'],
  failed: ['paying', 'paid', 'closed'],
  paid: ['refunding'],
  refunding: ['refunded', 'paid'],
  closed: ['paid', 'refunding'],
  refunded: [],
}

/** True when a bill may go from one state to the other. */
export const payMayStep = (from: PayState, to: PayState): boolean => paySteps[from].includes(to)

/** States in which a bill may still be paid: somebody may start, or an earlier payment may come through. */
export const isPayable = (state: PayState): boolean =>
  payMayStep(state, 'paid') && state !== 'refunding' && state !== 'closed'

/** A payment is one try to pay bills by one way; it is never unpaid. */
export type PaymentState = Exclude<PayState, 'unpaid'>

/**
 * Which steps a payment makes. The provider has the last word on money: one that failed or was closed here may still
 * come through there. What was paid too late goes back, and a refund that the provider declines leaves it paid.
 */
export const paymentSteps: Record<PaymentState, readonly PaymentState[]> = {
  paying: ['paid', 'failed', 'closed'],
  failed: ['paid'],
  closed: ['paid'],
  paid: ['refunding'],
  refunding: ['refunded', 'paid'],
  refunded: [],
}

/** True when a payment may go from one state to the other. */
export const paymentMayStep = (from: PaymentState, to: PaymentState): boolean =>
  paymentSteps[from].includes(to)

/** A payment is open for so long, if its bills live as long. */
export const PAYMENT_LIFE_MINUTES = 30
/** Nobody starts to pay a bill that closes in the next moment. */
export const LEAST_PAYMENT_SECONDS = 60
/** Fen: least and most of a top-up. */
export const LEAST_TOP_UP = 100
export const MOST_TOP_UP = 5_000_000

/** Why a bill or a payment is as it is. Providers may say something else in words of their own. */
export const payReasons = [
  'declined',
  'expired',
  'wayChanged',
  'closedByBuyer',
  'closedByPerson',
  'overdue',
  'late',
  'paidTwice',
  'refundDeclined',
  'notDelivered',
] as const
export type PayReason = (typeof payReasons)[number]

/** A bill that nobody pays is closed after so long. */
export const BILL_LIFE_HOURS = 24

export const bill = defineEntity({
  key: 'bill',
  service: 'pay',
  permission: 'bill',
  grants: { menu: 'Bill', property: ['pay', 'read', 'export'], platform: ['refund'] },
  page: {
    path: '/Bill',
    layout: 'console',
    titleZh: '账单管理',
    titleEn: 'Bills',
    directory: 'Cards & bills',
    after: 'Package',
    icon: 'bill',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    orderNumber: z.string(),
    kind: billKind,
    state: payState,
    platformState,
    way: z.nullable(payWay),
    /** Fen. */
    amount: z.int(),
    /** What it is for: an ICCID, a phone number, the IMEI of a meter. */
    subject: z.string(),
    iccid: z.nullable(z.string()),
    carrier: z.nullable(operator),
    packageId: z.nullable(id),
    packageName: z.nullable(z.string()),
    userName: z.string(),
    userId: id,
    /** The last payment that was started for it. */
    paymentId: z.nullable(id),
    /** The number under which the provider knows that payment. */
    tradeNumber: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    paidAt: z.nullable(moment),
    refundedAt: z.nullable(moment),
    closesAt: moment,
    /** What was paid for has been delivered: the package runs, the meter is charged. */
    deliveredAt: z.nullable(moment),
  }),
  filters: {
    orderNumber: 'contains',
    subject: 'contains',
    kind: 'oneOf',
    state: 'oneOf',
    way: 'oneOf',
    platformState: 'oneOf',
    userId: 'equals',
    createdAt: 'range',
    paidAt: 'range',
  },
  sorts: ['createdAt', 'amount', 'state', 'paidAt'],
  defaultSort: '-createdAt',
  search: ['orderNumber', 'subject', 'packageName', 'userName'],
  countBy: 'state',
  refs: { userId: { entity: 'user', label: 'userName' } },
  shownIn: ['simCard'],
  removable: false,
  commands: {
    // What a room owes would be gone with its bill: neither arrears nor the next run ask for it again.
    close: {
      permission: 'bill.pay',
      hindrance: ({ state, kind }) =>
        kind === 'fee' ? refusing('bill.ofRoom') : stepUnless(payMayStep(state, 'closed')),
    },
    // A closed bill goes back by itself where money still comes.
    // The money of an order goes back by its after-sales, line by line.
    refund: {
      permission: 'bill.refund',
      hindrance: ({ state, kind }) => stepUnless(state === 'paid' && kind !== 'mallOrder'),
    },
  },
})
