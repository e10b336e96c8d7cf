// Money on its way back: ordered in the books first, then at the provider, asked again until it is known.
import type { PayReason } from '../../../src/domain/billing/bill.ts'
import { nextRefundAt, refuseRefund } from '../../../src/domain/billing/refund-rules.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Ledger } from './bill-kinds.ts'
import { type BillRow, lockBills, lockPayment, type PaymentRow, stepBill, stepPayment } from './books.ts'
import { refundNumber } from './numbers.ts'
import type { RefundOutcome } from './provider.ts'

export interface RefundRow {
  id: number
  paymentId: number
  billId: number | null
  refundNumber: string
  amount: number
  state: 'waiting' | 'done' | 'declined'
  /** The money came after the bill was closed or paid otherwise: it must go back, nobody may decline that. */
  late: boolean
  reason: string | null
  tries: number
}

/** Columns of a refund by the alias `r`. */
export const REFUND = `r.id, r.payment_id as "paymentId", r.bill_id as "billId", r.refund_number as "refundNumber", r.amount, r.state,
  r.late, r.reason, r.tries`

/** A refund that must happen and was declined is tried again after so long: somebody has to look into it at the provider. */
const DECLINED_AGAIN_MS = 6 * HOUR_MS

interface RefundOrder {
  payment: PaymentRow
  bill: BillRow | null
  amount: number
  late: boolean
  reason: PayReason | null
  now: number
}

/** Orders a refund of a locked payment that is paid; its bill, where it has one, is refunding already. */
export async function requestRefund(sql: Sql, order: RefundOrder): Promise<number | null> {
  const { payment, bill, amount, late, reason, now } = order
  if (amount === 0) return null
  const earlier = await firstOf(
    sql,
    tables
      .selectFrom('payment_refund')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('due_at').as('last')])
      .where('payment_id', '=', payment.id)
      .where('state', '<>', 'declined'),
  )
  const standing = {
    way: payment.way,
    paid: payment.amount,
    waiting: payment.refundWaiting,
    done: payment.refundedAmount,
    count: earlier?.count ?? 0,
    paidAt: payment.paidAt ?? now,
  }
  const refusal = refuseRefund(standing, amount, now)
  // What must go back is asked for whatever the provider's rules say: it declines by itself, and people look into it.
  if (refusal && !(late && refusal !== 'refund.nothingLeft')) throw new Refused(refusal, { field: 'amount' })
  if (payment.state === 'paid') await stepPayment(sql, payment, 'refunding', now)
  const row = await firstOf(
    sql,
    tables
      .insertInto('payment_refund')
      .values({
        tenant_id: payment.tenantId,
        payment_id: payment.id,
        bill_id: bill?.id ?? null,
        created_at: now,
        updated_at: now,
        refund_number: refundNumber(now),
        amount,
        late,
        reason,
        due_at: nextRefundAt(payment.way, earlier?.last ?? null, now),
      })
      .returning('id'),
  )
  await move(sql, payment, bill, { waiting: amount, done: 0 })
  return row?.id ?? null
}

/** Moves sums of a locked payment and its bill between waiting and back; the tables refuse more than was paid. */
async function move(
  sql: Sql,
  payment: PaymentRow,
  bill: BillRow | null | undefined,
  by: { waiting: number; done: number },
): Promise<void> {
  const values = [by.waiting, by.done]
  await sql.change(
    `update payment set refund_waiting = refund_waiting + $2, refunded_amount = refunded_amount + $3 where id = $1`,
    [payment.id, ...values],
  )
  payment.refundWaiting += by.waiting
  payment.refundedAmount += by.done
  if (!bill) return
  await sql.change(
    `update bill set refund_waiting = refund_waiting + $2, refunded_amount = refunded_amount + $3 where id = $1`,
    [bill.id, ...values],
  )
  bill.refundWaiting += by.waiting
  bill.refundedAmount += by.done
}

const count = (
  sql: Sql,
  payment: PaymentRow,
  bill: BillRow | undefined,
  amount: number,
  became: 'done' | 'declined',
) => move(sql, payment, bill, { waiting: -amount, done: became === 'done' ? amount : 0 })

/** What of a bill is neither back nor on its way back. */
export const leftOf = (bill: Pick<BillRow, 'amount' | 'refundWaiting' | 'refundedAmount'>): number =>
  bill.amount - bill.refundWaiting - bill.refundedAmount

/** Refunds what is left of a paid, locked bill: by its payment, or at once where nothing was paid. */
export async function refundBill(
  sql: Sql,
  ledger: Ledger,
  billId: number,
  { late = false, reason, now }: { late?: boolean; reason: PayReason | null; now: number },
): Promise<number | null> {
  const [bill] = await lockBills(sql, [billId])
  if (!bill) return null
  if (bill.amount > 0 && bill.paymentId !== null)
    return requestPart(sql, ledger, bill, { amount: leftOf(bill), late, reason, now })
  await stepBill(sql, ledger.bus, bill, 'refunding', now, { reason, deliverAt: null })
  await stepBill(sql, ledger.bus, bill, 'refunded', now, { refundedAt: now })
  await ledger.kinds[bill.kind].givenBack(
    sql,
    bill,
    { refundId: null, amount: 0, whole: true },
    ledger.bus,
    now,
  )
  return null
}

/** Refunds a part of a paid bill; answers the refund's id. Refused where more would go back than was paid. */
export async function refundPart(
  sql: Sql,
  ledger: Ledger,
  billId: number,
  part: { amount: number; reason: PayReason | null; now: number },
): Promise<number | null> {
  const [bill] = await lockBills(sql, [billId])
  if (!bill) throw new Refused('row.unknown')
  if (part.amount <= 0 || part.amount > leftOf(bill))
    throw new Refused('refund.nothingLeft', { field: 'amount' })
  return requestPart(sql, ledger, bill, { ...part, late: false })
}

async function requestPart(
  sql: Sql,
  { bus }: Ledger,
  bill: BillRow,
  part: Pick<RefundOrder, 'amount' | 'late' | 'reason' | 'now'>,
): Promise<number | null> {
  if (part.amount <= 0) throw new Refused('state.transition')
  if (bill.state !== 'refunding')
    await stepBill(sql, bus, bill, 'refunding', part.now, {
      reason: part.reason,
      // What is to be delivered still is, unless all of it goes back.
      ...(part.amount === leftOf(bill) && { deliverAt: null }),
    })
  const found = bill.paymentId === null ? undefined : await lockPayment(sql, bill.paymentId)
  if (!found) throw new Error(`Bill ${bill.id} has lost its payment`)
  return requestRefund(sql, { ...part, payment: found.payment, bill })
}

/** Enters what a provider says of a refund; answers whether it changed anything. */
export async function applyRefund(
  sql: Sql,
  ledger: Ledger,
  refund: Pick<RefundRow, 'id' | 'paymentId'>,
  outcome: RefundOutcome,
  now: number,
): Promise<boolean> {
  const found = await lockPayment(sql, refund.paymentId)
  const row = await sql.first<RefundRow>(
    `select ${REFUND} from payment_refund r where r.id = $1 for update`,
    [refund.id],
  )
  if (!found || row?.state !== 'waiting' || outcome.state === 'waiting') return false
  const bill = found.bills.find(each => each.id === row.billId)
  if (outcome.state === 'declined' && row.late) {
    const reason = outcome.reason.slice(0, 200)
    await sql.change('update payment_refund set due_at = $2, updated_at = $3, reason = $4 where id = $1', [
      row.id,
      now + DECLINED_AGAIN_MS,
      now,
      reason,
    ])
    if (bill)
      await sql.change(`update bill set reason = 'refundDeclined', updated_at = $2 where id = $1`, [
        bill.id,
        now,
      ])
    return true
  }
  await sql.change(
    'update payment_refund set state = $2, due_at = null, done_at = $3, updated_at = $3, reason = coalesce($4, reason) where id = $1',
    [row.id, outcome.state, now, outcome.state === 'declined' ? outcome.reason.slice(0, 200) : null],
  )
  await count(sql, found.payment, bill, row.amount, outcome.state)
  if (bill?.state === 'refunding') await settleBill(sql, ledger, bill, row, outcome.state, now)
  await settlePayment(sql, found.payment, now)
  sql.audit({
    tenantId: found.payment.tenantId,
    userId: null,
    userName: null,
    address: null,
    action: outcome.state === 'done' ? 'bill.refunded' : 'bill.refundDeclined',
    entity: 'bill',
    rowId: row.billId,
    detail: { refundNumber: row.refundNumber, amount: row.amount },
  })
  return true
}

/** A bill is refunded once all of it is back; after a part of it, or none, it is paid. */
async function settleBill(
  sql: Sql,
  ledger: Ledger,
  bill: BillRow,
  refund: Pick<RefundRow, 'id' | 'amount' | 'late'>,
  became: 'done' | 'declined',
  now: number,
): Promise<void> {
  const { bus } = ledger
  const whole = bill.refundedAmount >= bill.amount
  if (whole) await stepBill(sql, bus, bill, 'refunded', now, { refundedAt: now })
  else if (bill.refundWaiting === 0)
    await stepBill(sql, bus, bill, 'paid', now, { reason: became === 'declined' ? 'refundDeclined' : null })
  if (became === 'declined') return ledger.kinds[bill.kind].declined(sql, bill, refund.id, bus, now)
  // Money that came too late had brought nothing.
  if (refund.late) return
  const back = { refundId: refund.id, amount: refund.amount, whole }
  await ledger.kinds[bill.kind].givenBack(sql, bill, back, bus, now)
}

/** A payment is refunded when all of it went back; after a part of it, or none, it is paid. */
async function settlePayment(sql: Sql, payment: PaymentRow, now: number): Promise<void> {
  if (payment.state !== 'refunding' || payment.refundWaiting > 0) return
  if (payment.refundedAmount >= payment.amount)
    await stepPayment(sql, payment, 'refunded', now, { refundedAt: now })
  else await stepPayment(sql, payment, 'paid', now)
}
