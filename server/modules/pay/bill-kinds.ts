// The port to whoever sells: what each kind of bill brings when it is paid, and takes back when it is closed or refunded.
import type { BillKind } from '../../../src/domain/billing/bill.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Delivery, PaidBill } from '../sim-cards/public.ts'

/** Money of a bill that is back with who paid it. */
export interface GivenBack {
  /** Null where nothing had been paid. */
  refundId: number | null
  /** Fen. */
  amount: number
  /** Nothing of the bill is left. */
  whole: boolean
}

/** All of it runs in the transaction that steps the bill, which is locked. What is told twice is to change nothing. */
export interface BillHandler {
  /** The bill is paid: brings what was bought. */
  deliver(sql: Sql, bill: PaidBill, bus: Bus, at: number): Promise<Delivery>
  /** The bill is closed, and no payment of it can come through any more. */
  closed(sql: Sql, bill: PaidBill, bus: Bus, at: number): Promise<void>
  /** Money came for a closed bill: true takes it as paid after all, false sends it back. */
  takesLate(sql: Sql, bill: PaidBill, bus: Bus, at: number): Promise<boolean>
  /** Takes back what the money had brought. */
  givenBack(sql: Sql, bill: PaidBill, back: GivenBack, bus: Bus, at: number): Promise<void>
  /** The provider refuses to give a part of it back. */
  declined(sql: Sql, bill: PaidBill, refundId: number, bus: Bus, at: number): Promise<void>
}

/** One for each kind: a kind without a handler does not compile. */
export type BillHandlers = Readonly<Record<BillKind, BillHandler>>

/** What most kinds do: nothing was kept for a bill that closes, and late money goes back. */
export const plainHandler = {
  closed: async () => undefined,
  takesLate: async () => false,
  givenBack: async () => undefined,
  declined: async () => undefined,
} satisfies Partial<BillHandler>

/** What the books are written with. */
export interface Ledger {
  bus: Bus
  kinds: BillHandlers
}
