// Moves orders from the queue to their devices, in order, and ends those that nobody answers.
import * as z from 'zod/mini'
import type { Downlink } from '../../src/contract/device-messages.ts'
import { commandMayStep, commandState } from '../../src/domain/device/command.ts'
import type { CommandKind } from '../../src/domain/device/command-input.ts'
import type { Bus } from '../bus.ts'
import { type Data, WHOLE } from '../db/scoped.ts'
import type { Log } from '../log.ts'
import type { CommandMove } from '../modules/ingest/store.ts'
import { tellCommands } from '../modules/ingest/tell.ts'
import type { Outlet } from './outlet.ts'

/** An order that was sent and not answered goes out again after so long, so many times. */
const ANSWER_MS = 30_000
const MOST_ATTEMPTS = 3
/** Orders of one device that are on their way at the same time. */
const MOST_AT_ONCE = 20

const MOVED = 'c.id, c.tenant_id as "tenantId", c.imei, c.state, c.reason, c.user_id as "userId"'

interface Due extends CommandMove {
  kind: CommandKind
  input: Record<string, unknown> | null
  expiresAt: number
}

export interface Dispatch {
  /** Sends what waits for a device that is listening. */
  send(imei: string): Promise<void>
  /** Expires, sends again, gives up. */
  tend(): Promise<void>
  stop(): void
}

export function createDispatch(options: {
  data: Data
  bus: Bus
  log: Log
  outlet: () => Outlet
  /** Whether a device would hear an order now. */
  listens(imei: string): boolean
  now?: () => number
  tendEveryMs?: number
}): Dispatch {
  const { data, bus, log, outlet, listens, now = Date.now } = options
  const busy = new Map<string, Promise<void>>()

  const tell = (moves: readonly CommandMove[]) => {
    tellCommands(outlet(), moves)
    for (const tenantId of new Set(moves.map(move => move.tenantId)))
      bus.emit('command.changed', {
        tenantId,
        ids: moves.filter(move => move.tenantId === tenantId).map(move => move.id),
      })
  }

  // Written as sent before it leaves: an answer must find it so.
  const sendNow = async (imei: string) => {
    if (!listens(imei)) return
    const due = await data.scoped(WHOLE, sql =>
      sql.query<Due>(
        `update device_command c set state = 'sent', sent_at = $2, updated_at = $2, attempts = attempts + 1, version = version + 1
         from (select id from device_command where imei = $1 and state = 'waiting' and expires_at > $2
           order by id limit $3 for update skip locked) w
         where c.id = w.id returning ${MOVED}, c.kind, c.input, c.expires_at as "expiresAt"`,
        [imei, now(), MOST_AT_ONCE],
      ),
    )
    due.sort((a, b) => a.id - b.id)
    tell(due)
    for (const { id, kind, input, expiresAt } of due) {
      const order: Downlink = { code: '6001', id, kind, input, expiresAt }
      if (await outlet().toDevice(imei, order)) continue
      // It went away in between: the order waits for its return.
      await data.scoped(WHOLE, sql =>
        sql.change(
          `update device_command set state = 'waiting', updated_at = $2 where id = $1 and state = 'sent'`,
          [id, now()],
        ),
      )
    }
  }

  const send = (imei: string) => {
    const next = (busy.get(imei) ?? Promise.resolve())
      .then(() => sendNow(imei))
      .catch(error => log.warn({ err: error, imei }, 'Orders could not be sent'))
      .finally(() => {
        if (busy.get(imei) === next) busy.delete(imei)
      })
    busy.set(imei, next)
    return next
  }

  const from = (to: string) =>
    commandState.options.filter(state => commandMayStep(state, z.parse(commandState, to)))

  const tend = async () => {
    const at = now()
    const { ended, again } = await data.scoped(WHOLE, async sql => ({
      ended: await sql.query<CommandMove>(
        `update device_command c set state = 'expired', finished_at = $1, updated_at = $1, version = version + 1
         where state = any($2) and expires_at <= $1 returning ${MOVED}`,
        [at, from('expired')],
      ),
      again: await sql.query<CommandMove & { attempts: number }>(
        `update device_command c set state = case when attempts >= $2 then 'failed' else 'waiting' end,
           reason = case when attempts >= $2 then 'noAnswer' end, updated_at = $1, version = version + 1,
           finished_at = case when attempts >= $2 then $1::bigint end
         where state = 'sent' and sent_at <= $3 returning ${MOVED}`,
        [at, MOST_ATTEMPTS, at - ANSWER_MS],
      ),
    }))
    tell([...ended, ...again])
    const waiting = await data.scoped(WHOLE, sql =>
      sql.query<{ imei: string }>(
        `select distinct imei from device_command where state = 'waiting' and expires_at > $1`,
        [at],
      ),
    )
    await Promise.all(waiting.filter(({ imei }) => listens(imei)).map(({ imei }) => send(imei)))
  }

  const stopListening = bus.on('command.queued', ({ ids }) => {
    data
      .scoped(WHOLE, sql =>
        sql.query<{ imei: string }>('select distinct imei from device_command where id = any($1)', [ids]),
      )
      .then(rows => Promise.all(rows.map(({ imei }) => send(imei))))
      .catch(error => log.warn({ err: error }, 'Orders could not be sent'))
  })
  const timer = setInterval(() => {
    tend().catch(error => log.warn({ err: error }, 'Orders could not be tended'))
  }, options.tendEveryMs ?? 5000)
  timer.unref()

  return {
    send,
    tend,
    stop: () => {
      stopListening()
      clearInterval(timer)
    },
  }
}
