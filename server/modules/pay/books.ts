// The books: payments and the bills they pay, locked in one order and written by the state machines only.
import {
  type BillKind,
  type PaymentState,
  type PayReason,
  payMayStep,
  paymentMayStep,
} from '../../../src/domain/billing/bill.ts'
import type { PayState } from '../../../src/domain/billing/pay-state.ts'
import type { PayWay } from '../../../src/domain/billing/pay-way.ts'
import { keysOf } from '../../../src/domain/keys.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Ledger } from './bill-kinds.ts'

export interface BillRow {
  id: number
  tenantId: number
  orderNumber: string
  kind: BillKind
  state: PayState
  amount: number
  subject: string
  packageName: string | null
  cardId: number | null
  deviceId: number | null
  packageId: number | null
  paymentId: number | null
  closesAt: number
  userId: number
  userName: string
  /** Fen that are on their way back, and that are back. */
  refundWaiting: number
  refundedAmount: number
}

export interface PaymentRow {
  id: number
  tenantId: number
  tradeNumber: string
  providerNumber: string | null
  way: PayWay
  amount: number
  state: PaymentState
  expiresAt: number
  asks: number
  paidAt: number | null
  refundWaiting: number
  refundedAmount: number
}

const BILL = `b.id, b.tenant_id as "tenantId", b.order_number as "orderNumber", b.kind, b.state, b.amount, b.subject,
  b.package_name as "packageName", b.card_id as "cardId", b.device_id as "deviceId", b.package_id as "packageId",
  b.payment_id as "paymentId", b.closes_at as "closesAt", b.user_id as "userId", b.user_name as "userName",
  b.refund_waiting as "refundWaiting", b.refunded_amount as "refundedAmount"`
export const PAYMENT = `id, tenant_id as "tenantId", trade_number as "tradeNumber", provider_number as "providerNumber", way, amount,
  state, expires_at as "expiresAt", asks, paid_at as "paidAt", refund_waiting as "refundWaiting",
  refunded_amount as "refundedAmount"`

/** Reads and locks bills. All code locks bills before payments, and both in the order of their ids: no deadlocks. */
export function lockBills(sql: Sql, ids: readonly number[]): Promise<BillRow[]> {
  return sql.query<BillRow>(
    `select ${BILL} from bill b where b.id = any($1::bigint[]) and b.removed_at is null order by b.id for update`,
    [[...ids]],
  )
}

/** A payment with its bills, all locked. */
export async function lockPayment(
  sql: Sql,
  id: number,
): Promise<{ payment: PaymentRow; bills: BillRow[] } | undefined> {
  const bills = await sql.query<BillRow>(
    `select ${BILL} from bill b where b.id in (select bill_id from payment_bill where payment_id = $1) order by b.id for update`,
    [id],
  )
  const payment = await sql.first<PaymentRow>(`select ${PAYMENT} from payment where id = $1 for update`, [id])
  return payment && { payment, bills }
}

interface BillChange {
  way?: PayWay | null
  paymentId?: number
  reason?: PayReason | string | null
  platformState?: 'SUCCESS' | 'NOTPAY'
  paidAt?: number
  refundedAt?: number
  deliverAt?: number | null
}

const billColumns: Record<keyof BillChange, string> = {
  way: 'way',
  paymentId: 'payment_id',
  reason: 'reason',
  platformState: 'platform_state',
  paidAt: 'paid_at',
  refundedAt: 'refunded_at',
  deliverAt: 'deliver_at',
}

/** Takes a locked bill one step, and tells who ordered it; throws 'no such state transition' where there is none. */
export async function stepBill(
  sql: Sql,
  bus: Bus,
  bill: BillRow,
  to: PayState,
  now: number,
  change: BillChange = {},
): Promise<void> {
  if (!payMayStep(bill.state, to)) throw new Refused('state.transition')
  const names = keysOf(change)
  const sets = names.map((name, at) => `, ${billColumns[name]} = $${at + 4}`).join('')
  await sql.change(
    `update bill set state = $2, updated_at = $3, version = version + 1${sets} where id = $1`,
    [bill.id, to, now, ...names.map(name => change[name])],
  )
  bill.state = to
  const { id, userId } = bill
  sql.afterCommit(() => bus.emit('bill.changed', { id, userId }))
}

interface PaymentChange {
  reason?: PayReason | string | null
  providerNumber?: string
  paidAt?: number
  refundedAt?: number
  /** When the checkout next asks the provider about it, or to close it; null: never again. */
  askAt?: number | null
}

const paymentColumns: Record<keyof PaymentChange, string> = {
  reason: 'reason',
  providerNumber: 'provider_number',
  paidAt: 'paid_at',
  refundedAt: 'refunded_at',
  askAt: 'ask_at',
}

/** Takes a locked payment one step. The code or page that it was paid by is forgotten: it is not open any more. */
export async function stepPayment(
  sql: Sql,
  payment: PaymentRow,
  to: PaymentState,
  now: number,
  change: PaymentChange = {},
): Promise<void> {
  if (!paymentMayStep(payment.state, to)) throw new Refused('state.transition')
  const names = keysOf(change)
  const sets = names.map((name, at) => `, ${paymentColumns[name]} = $${at + 4}`).join('')
  await sql.change(`update payment set state = $2, updated_at = $3, show = null${sets} where id = $1`, [
    payment.id,
    to,
    now,
    ...names.map(name => change[name]),
  ])
  payment.state = to
}

/**
 * Closes what is open for a bill but this payment: nobody is to pay twice. The provider is told by the worker; until it
 * has said yes, money may still come through. Other bills of such a payment can be paid anew.
 */
export async function closeOthers(
  sql: Sql,
  bus: Bus,
  bill: Pick<BillRow, 'id'>,
  except: number | null,
  reason: PayReason,
  now: number,
): Promise<void> {
  const open = await sql.query<{ id: number }>(
    `select p.id from payment p join payment_bill x on x.payment_id = p.id
     where x.bill_id = $1 and p.state = 'paying' and ($2::bigint is null or p.id <> $2) order by p.id`,
    [bill.id, except],
  )
  for (const { id } of open) await closePayment(sql, bus, id, reason, now)
}

/** Closes an open payment on our side and lets its bills be paid anew. */
export async function closePayment(
  sql: Sql,
  bus: Bus,
  id: number,
  reason: PayReason,
  now: number,
): Promise<void> {
  const found = await lockPayment(sql, id)
  if (found?.payment.state !== 'paying') return
  await stepPayment(sql, found.payment, 'closed', now, { reason, askAt: now })
  for (const bill of found.bills)
    if (bill.state === 'paying' && bill.paymentId === id)
      await stepBill(sql, bus, bill, 'unpaid', now, { reason })
}

/**
 * Tells the kind of a closed bill once no payment of it can come through any more: the provider has said that it is
 * closed there too, or it was never asked for money.
 */
export async function releaseClosed(
  sql: Sql,
  { bus, kinds }: Ledger,
  bill: BillRow,
  now: number,
): Promise<void> {
  if (bill.state !== 'closed') return
  const open = await firstOf(
    sql,
    tables
      .selectFrom('payment_bill as x')
      .innerJoin('payment as p', 'p.id', 'x.payment_id')
      .select('p.id')
      .where('x.bill_id', '=', bill.id)
      .where('p.ask_at', 'is not', null)
      .limit(1),
  )
  if (!open) await kinds[bill.kind].closed(sql, bill, bus, now)
}
