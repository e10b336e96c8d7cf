// What the console asks of fees beyond the generic endpoints: what a run would bill, what a bill consists of, and what is owed.
import * as z from 'zod/mini'
import { payState } from '../../domain/billing/pay-state.ts'
import { payWay } from '../../domain/billing/pay-way.ts'
import { arrearsAge } from '../../domain/fees/arrears.ts'
import { feeLineKind, tariffKind, writtenMonth } from '../../domain/fees/month-bill.ts'
import { chosenIds, id, localDate, moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { payment, sandboxAct } from '../payment.ts'
import { inQuery } from '../query-values.ts'

const service = 'pay' as const
const idInQuery = inQuery(15, id)

/** Rooms of each sort that a preview names; the counts are of all. */
export const MOST_NAMED = 50

const room = { roomId: id, roomName: z.string() }
/** Fen. */
const fen = z.int()

export const feeRunPreview = endpoint({
  service,
  method: 'GET',
  path: 'feeRun/preview',
  access: 'feeRun.read',
  summary: 'What a run would bill, and how that differs from the month before',
  request: z.strictObject({ id: idInQuery }),
  response: z.object({
    /** Rooms that get a bill, and what all bills come to. */
    rooms: z.int(),
    amount: fen,
    /** The month before; null without bills. */
    amountBefore: z.nullable(fen),
    kinds: z.array(z.object({ kind: feeLineKind, rooms: z.int(), quantity: z.int(), amount: fen })),
    /** Kinds that were consumed and have no price. */
    unpriced: z.array(tariffKind),
    unread: z.object({
      count: z.int(),
      rows: z.array(z.object({ ...room, meterId: id, serial: z.string() })),
    }),
    jumps: z.object({
      count: z.int(),
      rows: z.array(z.object({ ...room, before: fen, amount: fen })),
    }),
    /** Rooms with no line at all. */
    nothing: z.int(),
  }),
})

const segment = z.object({
  serial: z.string(),
  fromDay: localDate,
  toDay: localDate,
  /** Thousandths of a unit. */
  from: z.int(),
  to: z.int(),
  quantity: z.int(),
  parts: z.array(z.object({ fromDay: localDate, toDay: localDate, quantity: z.int(), microFen: z.int() })),
})

const line = z.object({
  kind: feeLineKind,
  amount: fen,
  note: z.nullable(z.string()),
  area: z.nullable(z.object({ hundredths: z.int(), microFen: z.int() })),
  segments: z.array(segment),
})
export type WireFeeLine = z.output<typeof line>

export const feeBillLines = endpoint({
  service,
  method: 'GET',
  path: 'feeBill/lines',
  access: 'feeBill.read',
  summary: 'What a bill of a room consists of, and corrections that wait for the next one',
  request: z.strictObject({ id: idInQuery }),
  response: z.object({
    lines: z.array(line),
    waiting: z.array(
      z.object({ amount: fen, note: z.nullable(z.string()), userName: z.nullable(z.string()) }),
    ),
  }),
})

export const arrearsByAge = endpoint({
  service,
  method: 'GET',
  path: 'feeBill/arrears',
  access: 'feeBill.read',
  summary: 'What is owed by how long it has been due',
  request: z.strictObject({ communityId: z.optional(idInQuery) }),
  response: z.object({
    ages: z.array(z.object({ age: arrearsAge, bills: z.int(), rooms: z.int(), amount: fen })),
    bills: z.int(),
    rooms: z.int(),
    amount: fen,
  }),
})

/** Newest bills of a telephone's homes that one answer has. */
export const MOST_OWN_BILLS = 60

export const residentBills = endpoint({
  service,
  method: 'GET',
  path: 'home/bills',
  access: 'resident',
  summary: 'Bills of the rooms in which the telephone lives, from the month that somebody moved in',
  request: z.strictObject({}),
  response: z.array(
    z.object({
      id,
      ...room,
      communityName: z.string(),
      month: writtenMonth,
      amount: fen,
      dueOn: localDate,
      state: payState,
      /** Whom it is owed to: one payment has bills of one tenant. */
      tenantId: id,
      /** The payment that is open for it. */
      paymentId: z.nullable(id),
      paidAt: z.nullable(moment),
      /** The bill of the payments; null where nothing is to be paid. */
      billId: z.nullable(id),
      lines: z.array(z.object({ kind: feeLineKind, amount: fen, note: z.nullable(z.string()) })),
    }),
  ),
})

export const residentPayWays = endpoint({
  service,
  method: 'GET',
  path: 'home/payWays',
  access: 'resident',
  summary: 'The ways to pay a bill that are set up',
  request: z.strictObject({}),
  response: z.array(payWay),
})

/**
 * Whoever lives there may pay; of two who begin the same at once both get the one payment. Refused with `pay.settled` (a bill is
 * not to be paid any more), `pay.amountChanged`, and `pay.underWay` where somebody else pays one of them, unless `instead`.
 */
export const residentPay = endpoint({
  service,
  method: 'POST',
  path: 'home/pay',
  access: 'resident',
  summary: 'Pay bills of the rooms in which the telephone lives; answers the payment to look at',
  request: z.strictObject({
    billIds: chosenIds(MOST_OWN_BILLS),
    way: payWay,
    /** What the page shows that they come to. */
    amount: fen,
    /** Closes what others have open for these bills. */
    instead: z.optional(z.boolean()),
  }),
  response: z.object({ paymentId: id }),
})

/** Asks the provider where nothing has come back yet. */
export const residentPayment = endpoint({
  service,
  method: 'GET',
  path: 'home/payment',
  access: 'resident',
  summary: 'How a payment of bills of one’s rooms stands',
  request: z.strictObject({ id: idInQuery }),
  response: payment,
})

/** Only where the sandbox is set up. */
export const residentSandboxPay = endpoint({
  service,
  method: 'POST',
  path: 'home/sandbox',
  access: 'resident',
  summary: 'Act on a sandbox payment of bills of one’s rooms',
  request: z.strictObject({ paymentId: id, act: sandboxAct }),
  response: z.null(),
})
