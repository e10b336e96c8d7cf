// Starts a payment of one or several bills by a way; what was open for them by another way is closed.

import * as z from 'zod/mini'
import type { startPayment as contract } from '../../../src/contract/endpoints/pay.ts'
import { LEAST_PAYMENT_SECONDS, PAYMENT_LIFE_MINUTES, payMayStep } from '../../../src/domain/billing/bill.ts'
import type { PayWay } from '../../../src/domain/billing/pay-way.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { AuditEntry } from '../../db/audit.ts'
import type { Sql } from '../../db/scoped.ts'
import { beforehand } from '../../db/transaction.ts'
import { readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Caller, Context } from '../../http/handlers.ts'
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

export type Site = Pick<SessionConfig, 'siteName'> & Pick<InstallationConfig, 'publicUrl'>

/** Who pays: a person of the console, or somebody who lives there. */
export type Payer = { accountId: number } | { residentId: number }

/** A payment about to be opened, of bills that whoever asks may pay. */
export interface Opening extends Pick<Caller, 'address' | 'agent'> {
  sql: Sql
  payer: Payer
  /** Whose the entry of the audit log is. */
  by: Pick<AuditEntry, 'userId' | 'userName' | 'address'>
  way: PayWay
  /** Where the provider sends the browser back to: a path of this server. */
  returnTo: string
  now: number
}

export async function startPayment(
  checkout: Checkout,
  config: Site,
  request: Request,
  context: Context,
): Promise<Answer> {
  const { sql, person, address, agent } = context
  const now = checkout.now()
  const visible = await readRows(billStore, request.billIds, context, { lock: true })
  if (visible.size < request.billIds.length) throw new Refused('row.unknown')
  const bills = await payableBills(sql, request.billIds, new Refused('state.transition'))
  if (!checkout.providers.has(request.way)) throw new Refused('pay.wayOff', { field: 'way' })
  if (await samePayment(sql, bills, request.way, now))
    throw new Refused('pay.wayNotChanged', { field: 'way' })
  await refuseSecondPackage(sql, bills)
  return openPayment(checkout, config, bills, {
    ...{ sql, payer: { accountId: person.accountId }, way: request.way, now, address, agent },
    ...{ by: by(context, person.tenantId), returnTo: request.returnTo ?? '/paypal' },
  })
}

/** Locks bills of one tenant, each of them payable now; one that is not is answered with the refusal that is given. */
export async function payableBills(sql: Sql, ids: readonly number[], refusal: Refused): Promise<BillRow[]> {
  const bills = await lockBills(sql, ids)
  const [first] = bills
  if (bills.some(bill => bill.tenantId !== first?.tenantId))
    throw new Refused('field.choice', { field: 'billIds' })
  for (const bill of bills) if (bill.state !== 'paying' && !payMayStep(bill.state, 'paying')) throw refusal
  return bills
}

const idsOf = (bills: readonly BillRow[]) => bills.map(({ id }) => id).sort((a, b) => a - b)

const withId = z.object({ id: z.int() })

/** The payment of exactly these bills by this way that is open already. */
export async function samePayment(
  sql: Sql,
  bills: readonly BillRow[],
  way: PayWay,
  now: number,
): Promise<number | undefined> {
  const same = await sql.first(
    `select p.id from payment p where p.state = 'paying' and p.way = $2 and p.expires_at > $3
       and (select array_agg(x.bill_id order by x.bill_id) from payment_bill x where x.payment_id = p.id) = $1::bigint[]`,
    [idsOf(bills), way, now],
  )
  return same && z.parse(withId, same).id
}

/** Nobody buys one package twice at once. */
async function refuseSecondPackage(sql: Sql, bills: readonly BillRow[]): Promise<void> {
  const other = await sql.first(
    `select b.id from bill b join bill mine on mine.card_id = b.card_id and mine.package_id = b.package_id
     where mine.id = any($1::bigint[]) and mine.kind = 'package' and b.kind = 'package' and b.state = 'paying' and b.id <> all($1::bigint[])`,
    [idsOf(bills)],
  )
  if (other) throw new Refused('pay.alreadyBought')
}

/** Opens a payment of locked bills; what is open for them by another one is closed. */
export async function openPayment(
  checkout: Checkout,
  config: Site,
  locked: readonly BillRow[],
  { sql, payer, by: whose, way, returnTo, now, address, agent }: Opening,
): Promise<Answer> {
  const provider = checkout.providers.get(way)
  if (!provider) throw new Refused('pay.wayOff', { field: 'way' })
  for (const bill of locked) await closeOthers(sql, checkout.bus, bill, null, 'wayChanged', now)
  // Read again: closing another payment has made some of the bills unpaid.
  const bills = await lockBills(sql, idsOf(locked))
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
      returnUrl: returnUrlOf(config.publicUrl, returnTo, paymentId),
      address,
      phone: PHONE.test(agent ?? ''),
    })
    return { paymentId, tradeNumber, expiresAt, ...started }
  })
  const { paymentId, tradeNumber, show } = order
  await sql.change(
    `insert into payment (id, tenant_id, user_id, created_at, updated_at, trade_number, way, amount, expires_at, ask_at, show,
       provider_number, resident_id)
     overriding system value values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[
        paymentId,
        first.tenantId,
        'accountId' in payer ? payer.accountId : null,
        now,
        tradeNumber,
        way,
        amount,
      ],
      ...[order.expiresAt, now + SOON_MS, JSON.stringify(show), order.providerNumber ?? null],
      'residentId' in payer ? payer.residentId : null,
    ],
  )
  await sql.change(
    'insert into payment_bill (tenant_id, payment_id, bill_id) select $1, $2, unnest($3::bigint[])',
    [first.tenantId, paymentId, ids],
  )
  for (const bill of bills)
    await stepBill(sql, checkout.bus, bill, 'paying', now, { way, paymentId, reason: null })
  sql.audit({
    ...{ ...whose, tenantId: first.tenantId },
    action: 'bill.pay',
    entity: 'bill',
    rowId: first.id,
    detail: { tradeNumber, way, amount, bills: ids },
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

/** The page that the provider sends the browser back to. Its hash is added there: providers lose it. */
export function returnUrlOf(
  publicUrl: string | undefined,
  returnTo: string,
  paymentId: number,
): string | undefined {
  if (publicUrl === undefined) return undefined
  const url = new URL(returnTo, publicUrl)
  url.searchParams.set('payment', String(paymentId))
  return url.href
}
