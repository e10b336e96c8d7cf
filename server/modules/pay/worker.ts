// Keeps the cash desk working: asks, refunds, delivers, closes; several processes share the work.
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../../kernel.ts'
import type { Desk } from './desk.ts'
import type { Sandbox } from './sandbox.ts'

const EVERY_MS = 2_000

interface Given extends Pick<Kernel, 'bus' | 'log'> {
  desk: Desk
  sandbox: Sandbox | undefined
  http: FastifyInstance
}

export interface PayWorker {
  /** Something is due now; it need not wait for the next round. */
  wake(): void
  stop(): Promise<void>
}

/** Starts working; answers how to stop, which waits for what is under way. */
export function startPayWorker({ desk, sandbox, bus, log, http }: Given): PayWorker {
  let stopped = false
  let running: Promise<void> | undefined
  const round = async () => {
    // Before the server listens nobody could hear the sandbox.
    if (http.server.listening) await sandbox?.callBack()
    await desk.ask()
    await desk.deliver()
    await desk.refund()
    await desk.closeOverdue()
  }
  // What comes up while a round is under way may have come too late for it.
  let again = false
  const tick = () => {
    again = running !== undefined
    if (stopped || again) return
    running = round()
      .catch(error => log.warn({ err: error }, 'The cash desk could not be worked off'))
      .finally(() => {
        running = undefined
        if (again) tick()
      })
  }
  const timer = setInterval(tick, EVERY_MS)
  const stops = [
    // Paid, it is to be delivered; refunding, the money is to be sent back.
    bus.on('bill.changed', tick),
    bus.on('bill.undelivered', ({ ids }) => {
      desk.undelivered(ids).catch(error => log.error({ err: error, ids }, 'A refund could not be ordered'))
    }),
  ]
  return {
    wake: tick,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      for (const stopListening of stops) stopListening()
      await running
    },
  }
}
