// Orders and payments: who may ask for what, and the checkout that works them off.

import type { FastifyInstance } from 'fastify'
import {
  billSums,
  billsToPay,
  checkBills as checkEndpoint,
  createBills as orderEndpoint,
  paymentState,
  payWays,
  sandboxPay,
  startPayment as startEndpoint,
} from '../../../src/contract/endpoints/pay.ts'
import { type PayWay, payWay } from '../../../src/domain/billing/pay-way.ts'
import type { ApartContext, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import type { SessionConfig } from '../session/public.ts'
import type { BillHandlers } from './bill-kinds.ts'
import { CALLBACK_PATH, mountCallbacks } from './callbacks.ts'
import { type Checkout, createCheckout, type Deliver } from './checkout.ts'
import { checkBills, createBills } from './new-bills.ts'
import type { PaymentProvider } from './provider.ts'
import type { PaySettings } from './providers.ts'
import { createProviders } from './providers.ts'
import { createSandbox, postTo, type Sandbox } from './sandbox.ts'
import { startPayment } from './start.ts'
import { listBills, sumBills } from './sums.ts'
import {
  createTill,
  type PaymentRow,
  paymentWhere,
  settled,
  type Till,
  tellSandbox,
  wirePayment,
} from './till.ts'
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
  till: Till
  /** Starts the background work. */
  work(): Promise<void>
}

export interface PayParts extends Pick<Kernel, 'data' | 'bus' | 'log' | 'jobs' | 'pools'> {
  kinds: BillHandlers
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
  const { config, log, data, bus, jobs, pools, kinds } = parts
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
    kinds,
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
  handlers.handleApart(paymentState, async ({ id }, context) =>
    wirePayment(await settled(checkout, () => paymentOf(id, context))),
  )
  handlers.handle(billSums, (query, context) => sumBills(query, context))
  handlers.handleApart(sandboxPay, async ({ paymentId, act }, context) => {
    await tellSandbox(sandbox, await paymentOf(paymentId, context), act)
    jobs.nudge(paymentsRound)
    return null
  })
  mountCallbacks(http, checkout, log)
  return {
    checkout,
    sandbox,
    till: createTill({ checkout, sandbox, config, ways, nudge: () => jobs.nudge(paymentsRound) }),
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

/** A payment of bills that the person may see. */
async function paymentOf(id: number, { scoped, scope, person }: ApartContext): Promise<PaymentRow> {
  const row = await scoped(sql =>
    paymentWhere(
      sql,
      'p.id = $1 and ($2::bigint is null or p.tenant_id = $2) and ($3::bigint is null or p.user_id = $3)',
      [id, scope.tenant === '*' ? null : scope.tenant, person.departments === null ? null : person.accountId],
    ),
  )
  if (!row) throw new Refused('row.unknown')
  return row
}
