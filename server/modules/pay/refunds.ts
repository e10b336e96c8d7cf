// Money on its way back: ordered in the books first, then at the provider, asked again until it is known.
import type { PayReason } from '../../../src/domain/billing/bill.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { takeBack } from '../sim-cards/public.ts'
import { lockBills, lockPayment, type PaymentRow, stepBill, stepPayment } from './books.ts'
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

/** Orders a refund of a locked payment that is paid; its bill, where it has one, is refunding already. */
export async function requestRefund(
  sql: Sql,
  order: {
    payment: PaymentRow
    billId: number | null
    amount: number
    late: boolean
    reason: PayReason | null
    now: number
  },
): Promise<void> {
  const { payment, billId, amount, late, reason, now } = order
  if (amount === 0) return
  if (payment.state === 'paid') await stepPayment(sql, payment, 'refunding', now)
  await sql.change(
    `insert into payment_refund (tenant_id, payment_id, bill_id, created_at, updated_at, refund_number, amount, late, reason, due_at)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $4)`,
    [payment.tenantId, payment.id, billId, now, refundNumber(now), amount, late, reason],
  )
}

/** Refunds a paid, locked bill: by its payment, or at once where nothing was paid. */
export async function refundBill(
  sql: Sql,
  bus: Bus,
  billId: number,
  { late = false, reason, now }: { late?: boolean; reason: PayReason | null; now: number },
): Promise<void> {
  const [bill] = await lockBills(sql, [billId])
  if (!bill) return
  await stepBill(sql, bus, bill, 'refunding', now, { reason, deliverAt: null })
  if (bill.amount === 0 || bill.paymentId === null) {
    await stepBill(sql, bus, bill, 'refunded', now, { refundedAt: now })
    return takeBack(sql, billId, now)
  }
  const found = await lockPayment(sql, bill.paymentId)
  if (!found) throw new Error(`Bill ${billId} has lost its payment`)
  await requestRefund(sql, { payment: found.payment, billId, amount: bill.amount, late, reason, now })
}

/** Enters what a provider says of a refund; answers whether it changed anything. */
export async function applyRefund(
  sql: Sql,
  bus: Bus,
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
  if (bill?.state === 'refunding') {
    if (outcome.state === 'declined')
      await stepBill(sql, bus, bill, 'paid', now, { reason: 'refundDeclined' })
    else {
      await stepBill(sql, bus, bill, 'refunded', now, { refundedAt: now })
      if (!row.late) await takeBack(sql, bill.id, now)
    }
  }
  await settle(sql, found.payment, now)
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

// A payment is refunded when all of it went back; after a part of it, or none, it is paid.
async function settle(sql: Sql, payment: PaymentRow, now: number): Promise<void> {
  const sums = await sql.first<{ waiting: number; back: number }>(
    `select count(*) filter (where state = 'waiting') as waiting,
       coalesce(sum(amount) filter (where state = 'done'), 0)::bigint as back from payment_refund where payment_id = $1`,
    [payment.id],
  )
  if (payment.state !== 'refunding' || !sums || sums.waiting > 0) return
  if (sums.back >= payment.amount) await stepPayment(sql, payment, 'refunded', now, { refundedAt: now })
  else await stepPayment(sql, payment, 'paid', now)
}
