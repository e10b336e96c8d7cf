// Starts a payment of one or several bills by a way; what was open for them by another way is closed.

import type * as z from 'zod/mini'
import type { startPayment as contract } from '../../../src/contract/endpoints/pay.ts'
import { LEAST_PAYMENT_SECONDS, PAYMENT_LIFE_MINUTES, payMayStep } from '../../../src/domain/billing/bill.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { beforehand } from '../../db/transaction.ts'
import { readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import type { SessionConfig } from '../session/public.ts'
import { type BillRow, closeOthers, lockBills, stepBill } from './books.ts'
import type { Checkout } from './checkout.ts'
import { tradeNumber as newTradeNumber } from './numbers.ts'
import { type PaymentProvider, ProviderError } from './provider.ts'
import { billStore } from './stores.ts'

type Request = z.output<typeof contract.request>
type Answer = z.output<typeof contract.response>

const PHONE = /Android|iPhone|iPod|Mobile/i
const SOON_MS = 5_000

type Site = Pick<SessionConfig, 'siteName'> & Pick<InstallationConfig, 'publicUrl'>

export async function startPayment(
  checkout: Checkout,
  config: Site,
  request: Request,
  context: Context,
): Promise<Answer> {
  const provider = checkout.providers.get(request.way)
  const now = checkout.now()
  const bills = await chosen(request.billIds, context)
  if (!provider) throw new Refused('pay.wayOff', { field: 'way' })
  await refuseSame(bills, request, context, now)
  for (const bill of bills) await closeOthers(context.sql, checkout.bus, bill, null, 'wayChanged', now)
  // Read again: closing another payment has made some of the bills unpaid.
  const open = await lockBills(
    context.sql,
    bills.map(({ id }) => id),
  )
  return begin(provider, open, { request, context, config, now, checkout })
}

/** The bills that are named, each of them payable now. */
async function chosen(ids: readonly number[], context: Context): Promise<BillRow[]> {
  const visible = await readRows(billStore, ids, context, { lock: true })
  if (visible.size < ids.length) throw new Refused('row.unknown')
  const bills = await lockBills(context.sql, ids)
  const [first] = bills
  if (bills.some(bill => bill.tenantId !== first?.tenantId))
    throw new Refused('field.choice', { field: 'billIds' })
  for (const bill of bills)
    if (bill.state !== 'paying' && !payMayStep(bill.state, 'paying')) throw new Refused('state.transition')
  return bills
}

/** Refuses a second payment of the same bills by the same way while one is open, and buying one package twice at once. */
async function refuseSame(
  bills: readonly BillRow[],
  { way }: Request,
  { sql }: Context,
  now: number,
): Promise<void> {
  const ids = bills.map(({ id }) => id)
  const same = await sql.first(
    `select p.id from payment p where p.state = 'paying' and p.way = $2 and p.expires_at > $3
       and (select array_agg(x.bill_id order by x.bill_id) from payment_bill x where x.payment_id = p.id) = $1::bigint[]`,
    [[...ids].sort((a, b) => a - b), way, now],
  )
  if (same) throw new Refused('pay.wayNotChanged', { field: 'way' })
  const other = await sql.first(
    `select b.id from bill b join bill mine on mine.card_id = b.card_id and mine.package_id = b.package_id
     where mine.id = any($1::bigint[]) and mine.kind = 'package' and b.kind = 'package' and b.state = 'paying' and b.id <> all($1::bigint[])`,
    [ids],
  )
  if (other) throw new Refused('pay.alreadyBought')
}

async function begin(
  provider: PaymentProvider,
  bills: readonly BillRow[],
  {
    request,
    context,
    config,
    now,
    checkout,
  }: {
    request: Request
    context: Context
    config: Site
    now: number
    checkout: Checkout
  },
): Promise<Answer> {
  const { sql, person } = context
  const [first] = bills
  if (!first) throw new Refused('nothingSelected')
  const amount = bills.reduce((sum, bill) => sum + bill.amount, 0)
  const expiresAt = Math.min(now + PAYMENT_LIFE_MINUTES * MINUTE_MS, ...bills.map(bill => bill.closesAt))
  if (expiresAt < now + LEAST_PAYMENT_SECONDS * 1000) throw new Refused('state.transition')
  const ids = bills.map(({ id }) => id)
  // No bill is locked while another company's server is waited for. A payment that nobody was shown ends there by itself.
  const order = await beforehand(`a payment of ${amount} for ${ids}`, async () => {
    const paymentId = await checkout.books(newPaymentId)
    const tradeNumber = newTradeNumber(now)
    const started = await provided(provider, {
      tradeNumber,
      amount,
      title: `${config.siteName} ${first.orderNumber}${bills.length > 1 ? ` +${bills.length - 1}` : ''}`,
      expiresAt,
      returnUrl: returnUrlOf(config.publicUrl, request.returnTo, paymentId),
      address: context.address,
      phone: PHONE.test(context.agent ?? ''),
    })
    return { paymentId, tradeNumber, expiresAt, ...started }
  })
  const { paymentId, tradeNumber, show } = order
  await sql.change(
    `insert into payment (id, tenant_id, user_id, created_at, updated_at, trade_number, way, amount, expires_at, ask_at, show,
       provider_number)
     overriding system value values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[paymentId, first.tenantId, person.accountId, now, tradeNumber, request.way, amount],
      ...[order.expiresAt, now + SOON_MS, JSON.stringify(show), order.providerNumber ?? null],
    ],
  )
  await sql.change(
    'insert into payment_bill (tenant_id, payment_id, bill_id) select $1, $2, unnest($3::bigint[])',
    [first.tenantId, paymentId, ids],
  )
  for (const bill of bills)
    await stepBill(sql, checkout.bus, bill, 'paying', now, { way: request.way, paymentId, reason: null })
  sql.audit({
    ...by(context, first.tenantId),
    action: 'bill.pay',
    entity: 'bill',
    rowId: first.id,
    detail: { tradeNumber, way: request.way, amount, bills: ids },
  })
  return { paymentId, tradeNumber, amount, show, expiresAt: order.expiresAt }
}

async function newPaymentId(sql: Sql): Promise<number> {
  const row = await sql.first<{ id: number }>(`select nextval(pg_get_serial_sequence('payment', 'id')) as id`)
  if (!row) throw new Error('There is no number for a payment')
  return row.id
}

async function provided(provider: PaymentProvider, order: Parameters<PaymentProvider['start']>[0]) {
  try {
    return await provider.start(order)
  } catch (error) {
    if (error instanceof ProviderError) throw new Refused('pay.provider', { field: 'way' })
    throw error
  }
}

/** The page of the console that the provider sends the browser back to. Its hash is added there: providers lose it. */
export function returnUrlOf(
  publicUrl: string | undefined,
  returnTo: string | undefined,
  paymentId: number,
): string | undefined {
  if (publicUrl === undefined) return undefined
  const url = new URL(returnTo ?? '/paypal', publicUrl)
  url.searchParams.set('payment', String(paymentId))
  return url.href
}
