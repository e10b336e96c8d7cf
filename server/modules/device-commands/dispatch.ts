// Moves commands from the queue to their devices, in order, and ends those that nobody answers.
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Downlink } from '../../../src/contract/device-messages.ts'
import { commandMayStep, commandState } from '../../../src/domain/device/command.ts'
import { type CommandKind, commandFacts } from '../../../src/domain/device/command-input.ts'
import type { Bus } from '../../bus.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import type { Outlet } from '../../outlet.ts'
import { type CommandMove, publishCommands } from './publish-commands.ts'

/** A command that was sent and not answered goes out again after so long, so many times. */
const ANSWER_MS = 30_000
const MOST_ATTEMPTS = 3
/** Commands of one device that are on their way at the same time. */
const MOST_AT_ONCE = 20
/** Devices that begin to listen within so long are looked up by one statement. */
const GATHER_MS = 20
/** Devices whose commands are fetched by one statement. */
const MOST_DEVICES = 500

const MOVED =
  'c.id, c.tenant_id as "tenantId", c.imei, c.state, c.reason, c.user_id as "userId", c.batch_id as "batchId"'

const atOnceKinds = Object.entries(commandFacts).flatMap(([kind, { atOnce }]) => (atOnce ? [kind] : []))

interface Due extends CommandMove {
  kind: CommandKind
  input: Record<string, unknown> | null
  expiresAt: number
  /** The gateway that the device hangs on, and its place there. */
  gatewayImei: string | null
  channel: number | null
}

/** A device with commands, and the gateway that may carry them. */
interface Target {
  imei: string
  gatewayImei: string | null
}

export interface Dispatch {
  /** Sends what waits for a device that is listening, and for the switches behind it. */
  send(imei: string): Promise<void>
  /** Expires, sends again, gives up. */
  tend(): Promise<void>
  stop(): void
}

interface Options {
  data: Data
  bus: Bus
  log: Log
  outlet: () => Outlet
  /** Whether a device would hear a command now. */
  listens(imei: string): boolean
  now?: () => number
  tendEveryMs?: number
}

export function createDispatch(options: Options): Dispatch {
  const { data, bus, log, outlet, listens, now = Date.now } = options
  const warn = (error: unknown) => log.warn({ err: error }, 'Commands could not be sent')

  const tell = (moves: readonly CommandMove[]) => {
    if (moves.length === 0) return
    publishCommands(outlet(), moves)
    for (const tenantId of new Set(moves.map(move => move.tenantId)))
      bus.emit('command.changed', {
        tenantId,
        ids: moves.filter(move => move.tenantId === tenantId).map(move => move.id),
      })
  }

  const addressOf = ({ imei, gatewayImei }: Target): string | undefined => {
    if (listens(imei)) return imei
    return gatewayImei !== null && listens(gatewayImei) ? gatewayImei : undefined
  }

  /** Puts commands back, or ends them: nobody took them. A command that counts at once never waits for a return. */
  const takeBack = (ids: readonly number[]) =>
    data.scoped(WHOLE, sql =>
      sql.query<CommandMove>(
        `update device_command c set updated_at = $2, version = version + 1,
           state = case when kind = any($3) then 'failed' else 'waiting' end,
           reason = case when kind = any($3) then 'offline' end,
           finished_at = case when kind = any($3) then $2::bigint end
         where id = any($1) and state in ('waiting', 'sent') returning ${MOVED}`,
        [ids, now(), atOnceKinds],
      ),
    )

  const deliver = async (due: Due): Promise<boolean> => {
    const address = addressOf(due)
    if (address === undefined) return false
    const { id, kind, input, expiresAt, channel } = due
    const command: Downlink = {
      code: '6001',
      id,
      kind,
      input,
      expiresAt,
      ...(address !== due.imei && channel !== null && { channel }),
    }
    return outlet().toDevice(address, command, commandFacts[kind].atOnce ? 0 : 1)
  }

  // Written as sent before they leave: an answer must find them so.
  const claim = (imeis: readonly string[]) =>
    data.scoped(WHOLE, sql =>
      sql.query<Due>(
        `update device_command c set state = 'sent', sent_at = $2, updated_at = $2, attempts = attempts + 1, version = c.version + 1
         from (select w.id, d.channel, g.imei as gateway
           from unnest($1::text[]) i (imei) cross join lateral (
             select id, device_id from device_command where imei = i.imei and state = 'waiting' and expires_at > $2
             order by id limit $3 for update skip locked) w
           join device d on d.id = w.device_id
           left join device g on g.id = d.gateway_id and g.tenant_id = d.tenant_id and g.removed_at is null) w
         where c.id = w.id
         returning ${MOVED}, c.kind, c.input, c.expires_at as "expiresAt", w.gateway as "gatewayImei", w.channel`,
        [imeis, now(), MOST_AT_ONCE],
      ),
    )

  const lines = new Map<string, Promise<void>>()
  /** One device's commands leave one after the other; devices do not wait for each other. */
  const onLine = (imei: string, work: () => Promise<void>): Promise<void> => {
    const next = (lines.get(imei) ?? Promise.resolve())
      .then(work)
      .catch(warn)
      .finally(() => {
        if (lines.get(imei) === next) lines.delete(imei)
      })
    lines.set(imei, next)
    return next
  }

  /** Answers what settles when all have left. */
  const sendClaimed = async (imeis: readonly string[]): Promise<() => Promise<unknown>> => {
    const due = await claim(imeis)
    due.sort((a, b) => a.id - b.id)
    tell(due)
    const byDevice = Map.groupBy(due, command => command.imei)
    const leaving = Promise.all(
      [...byDevice].map(([imei, commands]) =>
        onLine(imei, async () => {
          const left: number[] = []
          for (const command of commands) if (!(await deliver(command))) left.push(command.id)
          // It went away in between.
          if (left.length > 0) tell(await takeBack(left))
        }),
      ),
    )
    return () => leaving
  }

  let claiming: Promise<unknown> = Promise.resolve()
  /** Claims follow each other, so that the commands of a device keep their order. */
  const sendTo = (imeis: readonly string[]): Promise<void> => {
    const chunks = Array.from({ length: Math.ceil(imeis.length / MOST_DEVICES) }, (_, index) =>
      imeis.slice(index * MOST_DEVICES, (index + 1) * MOST_DEVICES),
    )
    const sent = chunks.map(chunk => {
      const next = claiming.then(() => sendClaimed(chunk))
      claiming = next.catch(warn)
      return next.then(leaving => leaving()).catch(() => {})
    })
    return Promise.all(sent).then(() => undefined)
  }

  /** Devices with commands that wait: those of these ids, or all. */
  const waiting = (condition: string, values: unknown[]) =>
    data.scoped(WHOLE, sql =>
      sql.query<Target & { id: number; kind: CommandKind }>(
        `select c.id, c.kind, c.imei, g.imei as "gatewayImei" from device_command c join device d on d.id = c.device_id
           left join device g on g.id = d.gateway_id and g.tenant_id = d.tenant_id and g.removed_at is null
         where c.state = 'waiting' and ${condition} order by c.id`,
        values,
      ),
    )

  const sendReachable = (targets: readonly Target[]) =>
    sendTo([...new Set(targets.filter(target => addressOf(target) !== undefined).map(({ imei }) => imei))])

  const sendAll = async (imeis: readonly string[]): Promise<void> => {
    const there = imeis.filter(listens)
    if (there.length === 0) return
    const about = '(c.imei = any($2) or g.imei = any($2))'
    await sendReachable(await waiting(`c.expires_at > $1 and ${about}`, [now(), there]))
  }
  let asked: { imeis: Set<string>; sent: Promise<void> } | undefined
  // A fleet that comes back at once is asked about together.
  const send = (imei: string): Promise<void> => {
    const imeis = asked?.imeis ?? new Set<string>()
    asked ??= {
      imeis,
      sent: sleep(GATHER_MS).then(() => {
        asked = undefined
        return sendAll([...imeis])
      }),
    }
    imeis.add(imei)
    return asked.sent
  }

  const sendQueued = async (ids: readonly number[]): Promise<void> => {
    const targets = await waiting('c.id = any($1)', [ids])
    const away = targets.filter(target => commandFacts[target.kind].atOnce && addressOf(target) === undefined)
    if (away.length > 0) tell(await takeBack(away.map(({ id }) => id)))
    await sendReachable(targets)
  }

  const from = (to: string) =>
    commandState.options.filter(state => commandMayStep(state, z.parse(commandState, to)))

  /** Commands to devices that left their tenant, were recycled or removed meanwhile. */
  const endOrphans = (deviceIds?: readonly number[]) =>
    data.scoped(WHOLE, sql =>
      sql.query<CommandMove>(
        `update device_command c set state = 'failed', finished_at = $1, updated_at = $1, version = c.version + 1,
           reason = case when d.removed_at is not null then 'removed' when d.lifecycle = 'recycled' then 'recycled' else 'moved' end
         from device d where d.id = c.device_id and c.state = any($2) and ($3::bigint[] is null or d.id = any($3))
           and (d.removed_at is not null or d.lifecycle = 'recycled' or d.tenant_id <> c.tenant_id)
         returning ${MOVED}`,
        [now(), from('failed'), deviceIds ?? null],
      ),
    )

  const tend = async () => {
    const at = now()
    const { ended, again } = await data.scoped(WHOLE, async sql => ({
      ended: await sql.query<CommandMove>(
        `update device_command c set state = 'expired', finished_at = $1, updated_at = $1, version = version + 1
         where state = any($2) and expires_at <= $1 returning ${MOVED}`,
        [at, from('expired')],
      ),
      again: await sql.query<CommandMove>(
        `update device_command c set state = case when attempts >= $2 then 'failed' else 'waiting' end,
           reason = case when attempts >= $2 then 'noAnswer' end, updated_at = $1, version = version + 1,
           finished_at = case when attempts >= $2 then $1::bigint end
         where state = 'sent' and sent_at <= $3 and kind <> all($4) returning ${MOVED}`,
        [at, MOST_ATTEMPTS, at - ANSWER_MS, atOnceKinds],
      ),
    }))
    tell([...ended, ...again, ...(await endOrphans())])
    await sendReachable(await waiting('c.expires_at > $1', [at]))
  }

  const stops = [
    bus.on('command.queued', ({ ids }) => void sendQueued(ids).catch(warn)),
    bus.on('device.changed', ({ ids, change }) => {
      if (change === 'changed' || change === 'removed') endOrphans(ids).then(tell).catch(warn)
    }),
  ]
  const timer = setInterval(() => {
    tend().catch(error => log.warn({ err: error }, 'Commands could not be tended'))
  }, options.tendEveryMs ?? 5000)
  timer.unref()

  return {
    send,
    tend,
    stop: () => {
      for (const stop of stops) stop()
      clearInterval(timer)
    },
  }
}
