// Keeps the checkout working: asks, refunds, delivers, closes; several processes share the work.
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { WHOLE } from '../../db/scoped.ts'
import { again, defineRound } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import type { Checkout } from './checkout.ts'
import type { Sandbox } from './sandbox.ts'

/** Shortest and longest time between two rounds. */
const SOONEST_MS = 2_000
const LATEST_MS = MINUTE_MS

export const paymentsRound = defineRound({
  name: 'payments',
  timeoutSeconds: 600,
  pollSeconds: 2,
  cron: '* * * * *',
})

interface Given extends Pick<Kernel, 'bus' | 'log' | 'jobs' | 'data'> {
  checkout: Checkout
  sandbox: Sandbox | undefined
  http: FastifyInstance
}

/** Works from now on, whenever something is due. */
export async function workPayments({ checkout, sandbox, bus, log, http, jobs, data }: Given): Promise<void> {
  // A bill that is paid must be delivered, and one that is refunding must be paid back.
  bus.on('bill.changed', () => jobs.nudge(paymentsRound))
  bus.on('bill.undelivered', ({ ids }) => {
    checkout.undelivered(ids).catch(error => log.error({ err: error, ids }, 'A refund could not be ordered'))
  })
  await jobs.rounds(paymentsRound, async () => {
    // The sandbox calls this server over HTTP, so not before it listens.
    if (http.server.listening) await sandbox?.callBack()
    await checkout.ask()
    await checkout.deliver()
    await checkout.refund()
    await checkout.closeOverdue()
    const row = await data.scoped(WHOLE, sql =>
      sql.first<{ at: number | null }>(
        `select least(
           (select min(ask_at) from payment where way = any($1::text[])),
           (select min(due_at) from payment_refund where state = 'waiting'),
           (select min(deliver_at) from bill where state = 'paid' and delivered_at is null),
           (select min(closes_at) from bill where state in ('unpaid', 'failed') and removed_at is null),
           (select min(due_at) from sandbox_callback)) as at`,
        [[...checkout.providers.keys()]],
      ),
    )
    const due = row?.at ?? Number.MAX_SAFE_INTEGER
    return again(Math.min(LATEST_MS, Math.max(SOONEST_MS, due - checkout.now())))
  })
}
