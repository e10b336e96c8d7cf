// Keeps the cash desk working: asks, refunds, delivers, closes; several processes share the work.
import type { FastifyInstance } from 'fastify'
import type { Parts } from '../../parts.ts'
import type { Desk } from './desk.ts'
import type { Sandbox } from './sandbox.ts'

const EVERY_MS = 2_000
const DAY_MS = 86_400_000
/** What strangers knocked with is kept for so long; what belongs to a payment stays with it. */
const STRANGERS_DAYS = 90

interface Given extends Pick<Parts, 'bus' | 'log'> {
  desk: Desk
  sandbox: Sandbox | undefined
  http: FastifyInstance
}

/** Starts working; answers how to stop, which waits for what is under way. */
export function startPayWorker({ desk, sandbox, bus, log, http }: Given): { stop(): Promise<void> } {
  let stopped = false
  let running: Promise<void> | undefined
  let cleanedAt = 0
  const round = async () => {
    // Before the server listens nobody could hear the sandbox.
    if (http.server.listening) await sandbox?.callBack()
    await desk.ask()
    await desk.deliver()
    await desk.refund()
    await desk.closeOverdue()
    if (desk.now() - cleanedAt > DAY_MS) {
      cleanedAt = desk.now()
      await forgetStrangers(desk)
    }
  }
  const tick = () => {
    if (stopped || running) return
    running = round()
      .catch(error => log.warn({ err: error }, 'The cash desk could not be worked off'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(tick, EVERY_MS)
  const stopListening = bus.on('bill.undelivered', ({ ids }) => {
    desk.undelivered(ids).catch(error => log.error({ err: error, ids }, 'A refund could not be ordered'))
  })
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      stopListening()
      await running
    },
  }
}

const forgetStrangers = (desk: Desk) =>
  desk.books(sql =>
    sql.change('delete from payment_callback where tenant_id is null and at < $1', [
      desk.now() - STRANGERS_DAYS * DAY_MS,
    ]),
  )
