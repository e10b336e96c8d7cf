// Takes the messages of devices: validated, stored in batches before anybody acknowledges them, then told.
import pg from 'pg'
import type { AlarmType, Severity } from '../../../src/domain/alarm/alarm-types.ts'
import type { Bus } from '../../bus.ts'
import { ALL_OF_IT, type Care } from '../../db/care.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Trouble } from '../../http/health.ts'
import type { Log } from '../../log.ts'
import type { Outlet } from '../../outlet.ts'
import { type TracePoint, traced, tracedNow, tracePoint } from '../../trace.ts'
import { createJudge, publishAlarm, publishSos, raised, sendOut } from '../alarms/public.ts'
import { publishCommands } from '../device-commands/public.ts'
import { createFenceBook, dueDevices, publishFences } from '../fences/public.ts'
import { publishDoorCards } from '../notices/public.ts'
import { missedKinds } from '../rules/public.ts'
import { addMessage, type Behind } from './add-message.ts'
import { ALARMS_ONLY, WHAT_CAN } from './care.ts'
import { createDevices, type Devices, type KnownDevice, type Live, settledFrom } from './devices.ts'
import type { DoorMessages } from './door-messages.ts'
import { createDoorRate } from './door-rate.ts'
import { findInside, type Inside } from './indoor.ts'
import { createLane, LaneFull } from './lane.ts'
import { type Arrival, emptyPlan, type Plan, type SaidBy, touch } from './plan.ts'
import { emergencyOf, readDeviceMessage } from './read-message.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { type Outcome, reasonOf, settleBatch } from './settle.ts'
import { perhapsSilent } from './silent-devices.ts'
import { StaleDevices } from './stale-devices.ts'
import { fallSilent } from './standing.ts'
import { createStateFeed } from './state-feed.ts'
import { SHORTEST_SILENCE_MS, silenceOf } from './timeouts.ts'
import { createTroubles } from './troubles.ts'
import { type Judges, type Stored, storeFenceTimes, storePlan } from './write-plan.ts'

export interface Ingest {
  /**
   * Settles when the message is stored, or refused for good (both are acknowledged: sending it again would not help).
   * Rejects when it could not be stored now, whatever the reason: the sender keeps it.
   */
  take(imei: string, payload: Uint8Array, topic: string, from?: SaidBy): Promise<void>
  /** Marks those offline that have been silent for too long. */
  sweep(): Promise<void>
  /** Decides at fences what time alone decides: delays, dwelling, the beginning of holding times. */
  tendFences(): Promise<void>
  devices: Devices
  refusals: Refusals
  counts(): { stored: number; waiting: number; refused: Record<string, number> }
  /** Since when the message has waited that has waited longest; undefined while none waits. */
  oldestAt(): number | undefined
  /** Since when and why messages are not stored; undefined while all are. */
  trouble(): Trouble | undefined
  /** Calls back when a device comes online or introduces itself. */
  onArrival(listener: (device: KnownDevice) => void): void
  stop(): Promise<void>
}

/** Told of what was stored, to be counted. */
export interface IngestWatch {
  /** A batch: how many messages, and how long it took to store them. */
  stored(messages: number, ms: number): void
  raised(alarms: readonly { type: AlarmType; severity: Severity }[]): void
}

interface Options {
  data: Data
  bus: Bus
  log: Log
  outlet: () => Outlet
  watch?: IngestWatch
  now?: () => number
  /** Milliseconds between two state batches. */
  stateEveryMs?: number
  /** Milliseconds between two looks for silent devices; 0 for none. */
  sweepEveryMs?: number
  /** What messages of doors and cards do while they are stored. */
  doorMessages?: DoorMessages
  /** The stored devices may never have existed: the silence of one that this server has not heard is no alarm. */
  inventedFleet?: boolean
}

/** A message that is counted and not stored. */
interface Refused {
  imei: string
  reason: string
  topic: string
  sample: Uint8Array
}

const BATCH_SIZE = 1000
const BATCH_DELAY_MS = 20
const MOST_WAITING = 50_000
const RETURN_MS = SHORTEST_SILENCE_MS
/** Between two looks at what time decides at fences. */
const FENCES_MS = 1000
/** Two that stood in each other's way: the same once more succeeds. */
const AGAIN = ['40P01', '40001']
/** Processes that take the messages of the same devices at the same moment stand in each other's way so often at most. */
const MOST_ANEW = 5
/** What health says of a message for which there is no room. */
const FULL = 'full'
/** In the list of troubles, where devices stand by their numbers. */
const SILENCE = 'silence'
const FENCES = 'fences'

export function createIngest(options: Options): Ingest {
  const { data, bus, log, outlet, now = Date.now } = options
  const devices = createDevices(data, now, ({ id, tenantId }) =>
    bus.emit('device.changed', { ids: [id], tenantId, change: 'secret' }),
  )
  const refusals = createRefusals({ data, log, now })
  const feed = createStateFeed({ outlet, everyMs: options.stateEveryMs ?? 250, now })
  const arrivals: ((device: KnownDevice) => void)[] = []
  const startedAt = now()
  const speaksTooMuch = createDoorRate(now)
  const judges: Judges = { alarms: createJudge(), fences: createFenceBook() }
  const troubles = createTroubles(now)
  let storedCount = 0

  const commit = async (plan: Plan, care: Care = ALL_OF_IT) => {
    const write = () =>
      data.scoped(WHOLE, sql => storePlan(sql, plan, now(), options.doorMessages ?? {}, judges, care))
    const began = performance.now()
    const stored = await write().catch(error => {
      if (error instanceof pg.DatabaseError && AGAIN.includes(error.code ?? '')) return write()
      throw error
    })
    storedCount += plan.stored
    if (plan.stored > 0) options.watch?.stored(plan.stored, performance.now() - began)
    for (const { device, live: draft, change } of plan.touched.values()) {
      const live = settledFrom(draft)
      device.live = live
      device.activated = true
      // The facts may have been read again while the batch was under way.
      const kept = devices.remembered(device.id)
      // Not everything of it may be written: what is true is read again.
      if (care !== ALL_OF_IT) devices.forget([device.id])
      // Read again for another tenant, it has no past.
      else if (kept?.tenantId === device.tenantId) Object.assign(kept, { live, activated: true })
      feed.add(device.tenantId, change)
    }
    for (const refusal of plan.refusals) refusals.add(refusal)
    const batteryOf = new Map(plan.alarms.map(alarm => [alarm.device.id, alarm.battery]))
    tracedNow('fan-out', { alarms: stored.alarms.length }, () => tellStored(stored, batteryOf))
    for (const device of plan.arrived) for (const listener of arrivals) listener(device)
  }

  const tellStored = (stored: Stored, batteryOf: ReadonlyMap<number, number | null>) => {
    options.watch?.raised(stored.alarms)
    for (const alarm of stored.alarms) {
      publishAlarm(outlet(), alarm)
      if (alarm.type === 'sos') publishSos(outlet(), alarm, batteryOf.get(alarm.deviceId) ?? null)
    }
    const critical = stored.alarms.filter(alarm => alarm.severity === 'critical')
    if (critical.length > 0) bus.emit('alarm.raised', { alarms: critical.map(raised) })
    sendOut(bus, stored.outgoing)
    publishDoorCards(outlet(), stored.cards)
    publishCommands(outlet(), stored.commands)
    publishFences(outlet(), stored.fences)
    for (const tenantId of new Set(stored.fences.map(change => change.tenantId)))
      bus.emit('people.seen', { tenantId })
  }

  // Gateways speak for the switches behind them: these are looked up for the whole batch at once.
  const switchesBehind = async (
    items: readonly (Arrival | Refused)[],
    known: ReadonlyMap<string, KnownDevice>,
  ): Promise<Behind> => {
    const gateways = new Set<KnownDevice>()
    for (const item of items) {
      const device = known.get(item.imei)
      if (device && 'message' in item && item.message.code === '2003' && item.message.switches)
        gateways.add(device)
    }
    const found = await devices.behind([...gateways])
    const byPlace = new Map(found.map(one => [`${one.gatewayId} ${one.channel}`, one]))
    return (gateway, channel) => {
      const one = byPlace.get(`${gateway.id} ${channel}`)
      return one?.tenantId === gateway.tenantId ? one : undefined
    }
  }

  const addAll = (
    plan: Plan,
    items: readonly (Arrival | Refused)[],
    known: ReadonlyMap<string, KnownDevice>,
    behind?: Behind,
    inside?: Inside,
  ) => {
    for (const item of items) {
      const device = known.get(item.imei)
      if ('reason' in item) plan.refusals.push({ ...item, tenantId: device?.tenantId ?? null })
      else if (device) addMessage(plan, device, item, behind, inside)
      else plan.refusals.push({ imei: item.imei, tenantId: null, reason: 'unknownDevice' })
    }
  }
  const devicesOf = (items: readonly (Arrival | Refused)[]) =>
    devices.find([...new Set(items.map(item => item.imei))])

  const writeBatch = async (items: readonly (Arrival | Refused)[]) => {
    const known = await devicesOf(items)
    const plan = emptyPlan()
    const behind = await switchesBehind(items, known)
    const inside = await findInside(data, devices, items, known)
    addAll(plan, items, known, behind, inside)
    await commit(plan)
  }

  /** Devices that changed tenant, or were written by another process: planned anew on what is stored now. */
  const asTheyAre = async (work: () => Promise<void>) => {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StaleDevices)) throw error
        devices.forget(error.ids)
        if (tries === MOST_ANEW) throw error
      }
    }
  }
  /** Alarms first of all, whatever else fails; `plan` makes the same plan anew for each try. */
  const saveAlarms = async (plan: () => Promise<Plan>) => {
    try {
      await asTheyAre(async () => commit(await plan(), WHAT_CAN))
    } catch (error) {
      log.warn({ err: error }, 'An emergency is written without what belongs to it')
      await commit(await plan(), ALARMS_ONLY)
    }
  }

  const isEmergency = (item: Arrival | Refused) =>
    'message' in item && emergencyOf(item.message) !== undefined
  const lane = createLane<Arrival | Refused>({
    size: BATCH_SIZE,
    delayMs: BATCH_DELAY_MS,
    mostWaiting: MOST_WAITING,
    of: item => ({
      speaker: item.imei,
      tenant: devices.tenantOf(item.imei),
      isUrgent: isEmergency(item),
    }),
    write: async items => {
      const settle = () =>
        settleBatch(items, {
          write: part => asTheyAre(() => writeBatch(part)),
          mustNotBeLost: isEmergency,
          save: part =>
            saveAlarms(async () => {
              const plan = emptyPlan()
              addAll(plan, part, await devicesOf(part))
              return plan
            }),
        })
      const causes = items.flatMap(item => points.get(item) ?? [])
      const outcomes = await traced('store', { messages: items.length }, settle, causes)
      return outcomes.map((outcome, index) => settled(items[index], outcome))
    },
  })

  /** Where the messages that wait came in, for whoever follows what becomes of them. */
  const points = new WeakMap<object, TracePoint>()
  const enter = (item: Arrival | Refused) => {
    const point = tracePoint()
    if (point) points.set(item, point)
    return lane.add(item).catch(error => {
      if (error instanceof LaneFull) troubles.failed(item.imei, FULL)
      throw error
    })
  }

  /** Notes how it went; answers the error for which the sender keeps its message. */
  const settled = (item: Arrival | Refused | undefined, outcome: Outcome) => {
    if (!item) return undefined
    const { imei } = item
    if (outcome.is === 'unwritten') {
      troubles.failed(imei, reasonOf(outcome.error))
      return { error: outcome.error }
    }
    if (outcome.is === 'written') troubles.went(imei)
    else {
      // The database will not have this one, ever: kept apart for a look, so that the sender may go on.
      log.error({ err: outcome.error, imei }, 'A message could not be stored')
      const { topic, sample } = item
      refusals.add({ imei, tenantId: null, topic, reason: 'store', sample })
    }
    return undefined
  }

  const sweep = () =>
    lane.between(async () => {
      const at = now()
      const imeis = await data.scoped(WHOLE, sql => perhapsSilent(sql, at))
      if (imeis.length === 0) return
      const known = await devices.find(imeis)
      const silent = [...known.values()].filter(({ live, kind, desired }) => {
        if (live.state !== 'online' && live.state !== 'abnormal' && live.lostAt === null) return false
        // While this server was away nobody could be heard: they get the time to come back.
        if (!wasHeard(live) && at < startedAt + RETURN_MS) return false
        return (live.lastMessageAt ?? live.lostAt ?? 0) + silenceOf(kind, desired) <= at
      })
      if (silent.length === 0) return
      const planOf = (part: readonly KnownDevice[]) => {
        const plan = emptyPlan()
        for (const device of part)
          fallSilent(plan, touch(plan, device), at, {
            raiseAlarm: wasHeard(device.live) || device.live.lostAt !== null || !options.inventedFleet,
          })
        return plan
      }
      // What fails for one of them keeps no other's silence from being told.
      const outcomes = await settleBatch(silent, {
        write: part =>
          commit(planOf(part)).catch(error => {
            if (!(error instanceof StaleDevices)) throw error
            // Another process has heard them, or has said that they are silent: the next look knows.
            const { ids } = error
            devices.forget(ids)
            return commit(planOf(part.filter(({ id }) => !ids.includes(id))))
          }),
        mustNotBeLost: ({ kind }) => missedKinds.includes(kind),
        save: part => saveAlarms(async () => planOf(part)),
      })
      const failed = outcomes.find(outcome => outcome.is !== 'written')
      if (failed) throw failed.error
    })
  const wasHeard = ({ lastMessageAt }: Live) => (lastMessageAt ?? 0) >= startedAt

  const tendFences = () =>
    lane.between(async () => {
      const imeis = await data.scoped(WHOLE, sql => dueDevices(sql, now()))
      if (imeis.length === 0) return
      const known = await devices.find(imeis)
      const stored = await data.scoped(WHOLE, sql => storeFenceTimes(sql, [...known.values()], now(), judges))
      tellStored(stored, new Map())
    })

  const every = options.sweepEveryMs ?? 5000
  const timer =
    every > 0
      ? setInterval(() => {
          sweep().then(
            () => troubles.went(SILENCE),
            error => {
              troubles.failed(SILENCE, reasonOf(error))
              log.warn({ err: error }, 'Silent devices could not be marked')
            },
          )
        }, every)
      : undefined
  timer?.unref()
  let tending = false
  // A database that is slow for a while must not find a look for every second of it.
  const fenceTimer = setInterval(() => {
    if (tending || every === 0) return
    tending = true
    tendFences()
      .then(
        () => troubles.went(FENCES),
        error => {
          troubles.failed(FENCES, reasonOf(error))
          log.warn({ err: error }, 'Fences could not be tended')
        },
      )
      .finally(() => {
        tending = false
      })
  }, FENCES_MS)
  fenceTimer.unref()

  const stops = [
    bus.on('device.changed', ({ ids }) => devices.forget(ids)),
    bus.on('limits.changed', ({ tenantId }) => devices.forgetTenant(tenantId)),
  ]

  const takeRead = async (
    read: ReturnType<typeof readDeviceMessage>,
    {
      imei,
      payload,
      topic,
      from,
    }: { imei: string; payload: Uint8Array; topic: string; from?: SaidBy | undefined },
  ): Promise<void> => {
    // Refused ones go down the same lane: acknowledgements keep the order of the messages.
    if (!read.ok) return enter({ imei, reason: read.reason, topic, sample: payload })
    if (speaksTooMuch(imei, read.message)) return enter({ imei, reason: 'door.rate', topic, sample: payload })
    const { message, flaws = [] } = read
    await enter({ imei, message, flaws, from, at: now(), topic, sample: payload })
  }

  return {
    devices,
    refusals,
    sweep,
    tendFences,
    take: async (imei, payload, topic, from) => {
      const read = readDeviceMessage(payload)
      const facts = { code: read.ok ? read.message.code : 'refused', bytes: payload.byteLength }
      return traced('receive', facts, () => takeRead(read, { imei, payload, topic, from }), [])
    },
    trouble: troubles.current,
    oldestAt: lane.oldestAt,
    counts: () => ({ stored: storedCount, waiting: lane.waiting(), refused: refusals.counts() }),
    onArrival: listener => void arrivals.push(listener),
    stop: async () => {
      clearInterval(timer)
      clearInterval(fenceTimer)
      for (const stop of stops) stop()
      await lane.drain()
      feed.stop()
      await refusals.stop()
    },
  }
}
