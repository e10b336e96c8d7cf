// Orders and payments: who may ask for what, and the checkout that works them off.

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import {
  billSums,
  billsToPay,
  checkBills as checkEndpoint,
  createBills as orderEndpoint,
  paymentShow,
  paymentState,
  payWays,
  sandboxPay,
  startPayment as startEndpoint,
} from '../../../src/contract/endpoints/pay.ts'
import { type PaymentState, type PayWay, payWay } from '../../../src/domain/billing/bill.ts'
import type { ApartContext, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import type { SessionConfig } from '../session/public.ts'
import { CALLBACK_PATH, mountCallbacks } from './callbacks.ts'
import { type Checkout, createCheckout, type Deliver } from './checkout.ts'
import { checkBills, createBills } from './new-bills.ts'
import type { PaymentProvider } from './provider.ts'
import type { PaySettings } from './providers.ts'
import { createProviders } from './providers.ts'
import { createSandbox, postTo, type Sandbox } from './sandbox.ts'
import { startPayment } from './start.ts'
import { listBills, sumBills } from './sums.ts'
import { paymentsRound, workPayments } from './worker.ts'

export interface PayOptions {
  /** Take the place of the configured ones, for tests. */
  providers?: readonly PaymentProvider[]
  now?: () => number
  deliver?: Deliver
  /** False: no background work; tests call each step themselves. */
  works?: boolean
}

export interface Pay {
  checkout: Checkout
  sandbox: Sandbox | undefined
  /** Starts the background work. */
  work(): Promise<void>
}

/** A payment page waits at most so long for the provider's answer; its next request gets it. */
const PAGE_WAIT_MS = 2_500

export interface PayParts extends Pick<Kernel, 'data' | 'bus' | 'log' | 'jobs' | 'pools'> {
  config: PaySettings &
    Pick<SessionConfig, 'siteName'> &
    Pick<InstallationConfig, 'sandboxSpeed'> & { secrets: Secrets }
}

export function mountPay(
  handlers: Handlers,
  parts: PayParts,
  http: FastifyInstance,
  { providers, now, deliver, works = true }: PayOptions = {},
): Pay {
  const { config, log, data, bus, jobs, pools } = parts
  const sandbox = config.payment.sandbox
    ? createSandbox({
        data,
        seed: config.secrets.keyFor('payment sandbox'),
        now,
        speed: config.sandboxSpeed,
        post: postTo(() => ownAddress(http)),
      })
    : undefined
  const all = [...(providers ?? createProviders(config)), ...(sandbox ? [sandbox] : [])]
  const checkout = createCheckout(parts, {
    providers: new Map(all.map(provider => [provider.way, provider])),
    now,
    deliver,
  })
  const ways: PayWay[] = payWay.options.filter(way => checkout.providers.has(way))
  handlers.handle(payWays, async () => ways)
  handlers.handle(orderEndpoint, (request, context) => createBills(request, context, checkout.now()))
  handlers.handle(checkEndpoint, (request, context) => checkBills(request, context, checkout.now()))
  handlers.handle(billsToPay, ({ ids }, context) => listBills(ids.split(',').map(Number), context))
  handlers.handle(startEndpoint, (request, context) => startPayment(checkout, config, request, context))
  handlers.handleApart(paymentState, ({ id }, context) => readPayment(checkout, id, context))
  handlers.handle(billSums, (query, context) => sumBills(query, context))
  handlers.handleApart(sandboxPay, async ({ paymentId, act }, context) => {
    const row = await paymentOf(paymentId, context)
    if (!sandbox || row.way !== 'sandbox') throw new Refused('pay.wayOff', { field: 'paymentId' })
    if (!(await sandbox.act(row.tradeNumber, act))) throw new Refused('state.transition')
    jobs.nudge(paymentsRound)
    return null
  })
  mountCallbacks(http, checkout, log)
  return {
    checkout,
    sandbox,
    work: async () => {
      if (works) await workPayments({ checkout, sandbox, bus, log, http, jobs, data: pools.jobs })
    },
  }
}

function ownAddress(http: FastifyInstance): string | undefined {
  const address = http.server.address()
  if (address === null || typeof address === 'string') return undefined
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${CALLBACK_PATH}/sandbox`
}

interface PaymentRow {
  id: number
  tradeNumber: string
  state: PaymentState
  way: PayWay
  amount: number
  reason: string | null
  show: unknown
  paidAt: number | null
  expiresAt: number
  billIds: number[]
}

/** A payment of bills that the person may see. */
async function paymentOf(id: number, { scoped, scope, person }: ApartContext): Promise<PaymentRow> {
  const row = await scoped(sql =>
    sql.first<PaymentRow>(
      `select p.id, p.trade_number as "tradeNumber", p.state, p.way, p.amount, p.reason, p.show, p.paid_at as "paidAt",
       p.expires_at as "expiresAt",
       (select json_agg(x.bill_id order by x.bill_id) from payment_bill x where x.payment_id = p.id) as "billIds"
     from payment p where p.id = $1 and ($2::bigint is null or p.tenant_id = $2) and ($3::bigint is null or p.user_id = $3)`,
      [id, scope.tenant === '*' ? null : scope.tenant, person.departments === null ? null : person.accountId],
    ),
  )
  if (!row) throw new Refused('row.unknown')
  return row
}

async function readPayment(checkout: Checkout, id: number, context: ApartContext) {
  const before = await paymentOf(id, context)
  if (before.state !== 'paying') return wirePayment(before)
  // Without the request's signal: the answer is stored even when the page is closed meanwhile.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, PAGE_WAIT_MS)
  })
  await Promise.race([checkout.askFor(id).catch(() => undefined), late])
  clearTimeout(timer)
  return wirePayment(await paymentOf(id, context))
}

function wirePayment(row: PaymentRow) {
  const show = z.safeParse(paymentShow, row.show)
  return { ...row, show: row.state === 'paying' && show.success ? show.data : null }
}
