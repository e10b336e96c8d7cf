// What a provider says of a payment enters the books, once: whoever says it, in whatever order, however often.
import { isPayable } from '../../../src/domain/billing/bill.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Ledger } from './bill-kinds.ts'
import {
  type BillRow,
  closeOthers,
  lockPayment,
  type PaymentRow,
  releaseClosed,
  stepBill,
  stepPayment,
} from './books.ts'
import { CURRENCY, type Outcome } from './provider.ts'
import { requestRefund } from './refunds.ts'

/** What became of it, in the word that is kept with a callback. */
export type Verdict = 'applied' | 'noChange' | 'outOfOrder' | 'wrongAmount' | 'wrongCurrency' | 'unknownTrade'

/** Enters an outcome. Money that came is never refused; where nothing can be done with it, it goes back. */
export async function applyOutcome(
  sql: Sql,
  ledger: Ledger,
  id: number,
  outcome: Outcome,
  now: number,
): Promise<Verdict> {
  const found = await lockPayment(sql, id)
  if (!found) return 'unknownTrade'
  const { payment, bills } = found
  switch (outcome.state) {
    case 'paid':
      return succeed(sql, ledger, payment, bills, outcome, now)
    case 'failed':
      return fail(sql, ledger, payment, bills, outcome.reason, now)
    case 'closed':
      return shut(sql, ledger, payment, bills, now)
    default:
      // An older message that arrives after the money did.
      return isMoneyThere(payment) ? 'outOfOrder' : 'noChange'
  }
}

const isMoneyThere = ({ state }: PaymentRow) => ['paid', 'refunding', 'refunded'].includes(state)

async function succeed(
  sql: Sql,
  ledger: Ledger,
  payment: PaymentRow,
  bills: readonly BillRow[],
  outcome: Extract<Outcome, { state: 'paid' }>,
  now: number,
): Promise<Verdict> {
  if (outcome.currency !== CURRENCY) return 'wrongCurrency'
  if (outcome.amount !== payment.amount) return 'wrongAmount'
  if (isMoneyThere(payment)) return 'noChange'
  const { paidAt, providerNumber } = outcome
  await stepPayment(sql, payment, 'paid', now, { paidAt, providerNumber, reason: null, askAt: null })
  for (const bill of bills) {
    const paid = { way: payment.way, paymentId: payment.id, platformState: 'SUCCESS' as const, paidAt }
    if (isPayable(bill.state)) {
      await stepBill(sql, ledger.bus, bill, 'paid', now, { ...paid, reason: null, deliverAt: now })
      await closeOthers(sql, ledger.bus, bill, payment.id, 'paidTwice', now)
    } else if (bill.state === 'closed') {
      if (await ledger.kinds[bill.kind].takesLate(sql, bill, ledger.bus, now)) {
        await stepBill(sql, ledger.bus, bill, 'paid', now, { ...paid, reason: null, deliverAt: now })
        continue
      }
      await ledger.kinds[bill.kind].closed(sql, bill, ledger.bus, now)
      await stepBill(sql, ledger.bus, bill, 'refunding', now, { ...paid, reason: 'late' })
      await requestRefund(sql, {
        payment,
        bill,
        amount: bill.amount,
        late: true,
        reason: 'late',
        now,
      })
    } else {
      // The bill was paid by another payment: this money goes back, and the bill stays paid.
      await requestRefund(sql, {
        payment,
        bill: null,
        amount: bill.amount,
        late: true,
        reason: 'paidTwice',
        now,
      })
    }
    sql.audit({
      tenantId: payment.tenantId,
      userId: null,
      userName: null,
      address: null,
      action: 'bill.paid',
      entity: 'bill',
      rowId: bill.id,
      detail: { tradeNumber: payment.tradeNumber, way: payment.way, state: bill.state },
    })
  }
  return 'applied'
}

async function fail(
  sql: Sql,
  ledger: Ledger,
  payment: PaymentRow,
  bills: readonly BillRow[],
  reason: string,
  now: number,
): Promise<Verdict> {
  if (isMoneyThere(payment)) return 'outOfOrder'
  if (payment.state !== 'paying') return 'noChange'
  const why = reason.slice(0, 200)
  // Some providers let people try the same payment again: it is closed there, so that only the next one counts.
  await stepPayment(sql, payment, 'failed', now, { reason: why, askAt: now })
  for (const bill of bills)
    if (bill.state === 'paying' && bill.paymentId === payment.id)
      await stepBill(sql, ledger.bus, bill, 'failed', now, { reason: why })
  return 'applied'
}

async function shut(
  sql: Sql,
  ledger: Ledger,
  payment: PaymentRow,
  bills: readonly BillRow[],
  now: number,
): Promise<Verdict> {
  if (isMoneyThere(payment)) return 'outOfOrder'
  await sql.change('update payment set ask_at = null where id = $1', [payment.id])
  // Closed here before: now the provider says so too, and what was kept for its bills can go to others.
  for (const bill of bills) await releaseClosed(sql, ledger, bill, now)
  if (payment.state !== 'paying') return 'noChange'
  await stepPayment(sql, payment, 'closed', now, { reason: 'expired', askAt: null })
  for (const bill of bills)
    if (bill.state === 'paying' && bill.paymentId === payment.id)
      await stepBill(sql, ledger.bus, bill, 'unpaid', now, { reason: 'expired' })
  return 'applied'
}
