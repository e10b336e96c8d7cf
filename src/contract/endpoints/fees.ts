// What the console asks of fees beyond the generic endpoints: what a run would bill, what a bill consists of, and what is owed.
import * as z from 'zod/mini'
import { payState } from '../../domain/billing/bill.ts'
import { arrearsAge } from '../../domain/fees/arrears.ts'
import { writtenMonth } from '../../domain/fees/fee-run.ts'
import { feeLineKind, tariffKind } from '../../domain/fees/month-bill.ts'
import { id, localDate, moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'
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
      paidAt: z.nullable(moment),
      /** The bill of the payments; null where nothing is to be paid. */
      billId: z.nullable(id),
      lines: z.array(z.object({ kind: feeLineKind, amount: fen, note: z.nullable(z.string()) })),
    }),
  ),
})
