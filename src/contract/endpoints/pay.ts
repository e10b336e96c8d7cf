// Bills and payments. Providers call back on addresses of their own, checked by their signatures.
import * as z from 'zod/mini'
import { bill, billKind, LEAST_TOP_UP, MOST_TOP_UP, orderedKind } from '../../domain/billing/bill.ts'
import { payState } from '../../domain/billing/pay-state.ts'
import { payWay } from '../../domain/billing/pay-way.ts'
import { chosenIds, id, moment } from '../../domain/fields.ts'
import { MOST_BOUGHT, OWN_PATH, rowIds } from '../../domain/limits.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { entityEndpoints } from '../entity-endpoints.ts'
import { payment, paymentShow, sandboxAct } from '../payment.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)
/** Fen; between 1 yuan and 50,000 yuan. */
const topUpAmount = z.int().check(z.minimum(LEAST_TOP_UP), z.maximum(MOST_TOP_UP))

export const payWays = endpoint({
  service: 'pay',
  method: 'GET',
  path: 'pay/ways',
  access: 'bill.pay',
  summary: 'The ways to pay that are set up',
  request: z.strictObject({}),
  response: z.array(wireOf(payWay)),
})

const billsRequest = z.strictObject({
  kind: orderedKind,
  items: z
    .array(
      z.strictObject({
        /** ICCID, phone number, or IMEI of a meter, as the kind says. */
        subject: z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(40)),
        packageId: z.optional(z.nullable(id)),
        amount: z.optional(z.nullable(topUpAmount)),
      }),
    )
    .check(z.minLength(1, { error: 'nothingSelected' }), z.maxLength(MOST_BOUGHT)),
})

/** One bill for each thing bought. A package needs `packageId`; a top-up needs `amount` or a top-up package. */
export const createBills = endpoint({
  service: 'pay',
  method: 'POST',
  path: 'pay/order',
  access: 'bill.pay',
  summary: 'Order packages or top-ups; makes a bill for each',
  idempotent: true,
  request: billsRequest,
  response: z.object({ billIds: z.array(id), amount: z.int() }),
})

/** What making bills would say to each line, so that a long list can be mended before. */
export const checkBills = endpoint({
  service: 'pay',
  method: 'POST',
  path: 'pay/check',
  access: 'bill.pay',
  summary: 'Check an order line by line; changes nothing',
  request: billsRequest,
  response: z.object({
    lines: z.array(
      z.object({
        subject: z.string(),
        /** Fen; null where it is refused. */
        amount: z.nullable(z.int()),
        /** The device that the card is in, or the meter. */
        deviceName: z.nullable(z.string()),
        error: z.nullable(z.string()),
      }),
    ),
    /** Of the lines that are good. */
    amount: z.int(),
  }),
})

/** What a payment page is told of a bill. */
export const wireBill = z.object({
  id,
  orderNumber: z.string(),
  kind: billKind,
  state: payState,
  way: z.nullable(payWay),
  amount: z.int(),
  subject: z.string(),
  packageName: z.nullable(z.string()),
  paymentId: z.nullable(id),
  reason: z.nullable(z.string()),
  closesAt: moment,
  paidAt: z.nullable(moment),
  refundedAt: z.nullable(moment),
  deliveredAt: z.nullable(moment),
})

/** The bills of a payment page, few facts of each. */
export const billsToPay = endpoint({
  service: 'pay',
  method: 'GET',
  path: 'pay/bills',
  access: 'bill.pay',
  summary: 'Bills by their ids, for the payment page',
  request: z.strictObject({
    /** Ids with commas between them. */
    ids: z.string().check(z.regex(rowIds(MOST_BOUGHT))),
  }),
  response: wireOf(z.array(wireBill)),
})

/** Starts paying several bills at once, or again after a failure, or by another way than before. */
export const startPayment = endpoint({
  service: 'pay',
  method: 'POST',
  path: 'pay/start',
  access: 'bill.pay',
  summary: 'Pay bills by a way; answers what to show',
  idempotent: true,
  request: z.strictObject({
    billIds: chosenIds(200),
    way: wireOf(payWay),
    /** Where the provider sends the browser back to: a path of the console. */
    returnTo: z.optional(z.string().check(z.maxLength(200), z.regex(OWN_PATH, { error: 'uri' }))),
  }),
  response: z.object({
    paymentId: id,
    tradeNumber: z.string(),
    amount: z.int(),
    show: paymentShow,
    expiresAt: moment,
  }),
})

/** Asks the provider where nothing has come back yet. */
export const paymentState = endpoint({
  service: 'pay',
  method: 'GET',
  path: 'pay/state',
  access: 'bill.pay',
  summary: 'How a payment stands',
  request: z.strictObject({ id: idInQuery }),
  response: wireOf(payment),
})

/** What the person does on the sandbox's page; only where the sandbox is set up. */
export const sandboxPay = endpoint({
  service: 'pay',
  method: 'POST',
  path: 'pay/sandbox',
  access: 'bill.pay',
  summary: 'Act on a sandbox payment',
  request: z.strictObject({
    paymentId: id,
    act: sandboxAct,
  }),
  response: z.null(),
})

/** What the bills under a list's filters come to, in fen. */
export const billSums = endpoint({
  service: 'pay',
  method: 'GET',
  path: 'bill/sums',
  access: 'bill.read',
  summary: 'Sums of the bills under the filters of the list',
  request: entityEndpoints(bill).page.request,
  response: z.object({ count: z.int(), amount: z.int(), paid: z.int(), open: z.int(), refunded: z.int() }),
})
