// Puts the broker, ingestion, rules and dispatch together.
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { Bus } from '../bus.ts'
import type { Config } from '../config.ts'
import { type Data, WHOLE } from '../db/scoped.ts'
import { createRefusals, type Refusals } from '../http/refused-calls.ts'
import type { Log } from '../log.ts'
import { readAlarms } from '../modules/alarms/alarm-rows.ts'
import { startAlarmClock } from '../modules/alarms/clock.ts'
import { createJudge } from '../modules/alarms/judge.ts'
import { sayAlarms } from '../modules/alarms/say-alarms.ts'
import type { Devices } from '../modules/ingest/devices.ts'
import { createIngest, type Ingest } from '../modules/ingest/ingest.ts'
import { tendPartitions } from '../modules/ingest/partitions.ts'
import { tellAlarm, tellTask, tellTests, tellTexts } from '../modules/ingest/tell.ts'
import { createCallPart } from '../modules/intercom/call-part.ts'
import { createCallReview } from '../modules/intercom/call-review.ts'
import { CALL_TOKENS, createCallTokens } from '../modules/intercom/call-tokens.ts'
import { createCardPart } from '../modules/intercom/cards-door.ts'
import type { DoorPart, DoorTools } from '../modules/intercom/door-part.ts'
import { createPersonSignals } from '../modules/intercom/person-signals.ts'
import { createUnlock } from '../modules/intercom/unlock.ts'
import { createUnlockPart } from '../modules/intercom/unlock-part.ts'
import { tellAllocations } from '../modules/life/tell-allocation.ts'
import { writeSpoken } from '../modules/notices/spoken-notice.ts'
import { tellUnread } from '../modules/notices/tell-unread.ts'
import { createDispatch, type Dispatch } from '../modules/orders/dispatch.ts'
import { tellBills } from '../modules/pay/tell-bills.ts'
import type { Sessions } from '../modules/session/sessions.ts'
import { onSessionEnded, verifyTicket } from '../modules/session/tickets.ts'
import { createOutbox } from '../modules/texts/outbox.ts'
import { createTexts, type Texts } from '../modules/texts/texts.ts'
import { type Outlet, silentOutlet } from '../outlet.ts'
import { ConfigError } from '../settings/config-error.ts'
import { createDeviceBudget } from './device-budget.ts'
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded.ts'
import { connectExternalBroker, type Peers } from './external.ts'
import { createLookups } from './lookups.ts'
import type { UnsentCounts, UnsentLimits } from './unsent.ts'
import { serveWebsocket } from './websocket.ts'

export interface Broker {
  embedded: EmbeddedBroker
  ingest: Ingest
  dispatch: Dispatch
  /** Refused connections and topics, on their way to the audit log. */
  audit: Refusals
  /** To consoles and devices. */
  outlet(): Outlet
  /** Port of MQTT over TCP; differs from the configured one where that is 0. */
  port: number
  /** Ends calls and orders that have run out. */
  sweepDoors(): Promise<void>
  /** False while the external broker is away. */
  isUp(): boolean
  /** Other server processes, where the broker is one that they share. */
  peers: Peers | undefined
  /** For health and metrics. */
  counts(): {
    people: number
    devices: number
    toThemselves: number
    stored: number
    waiting: number
    refused: Record<string, number>
    unsent: UnsentCounts
  }
  stop(): Promise<void>
}

interface Options {
  config: Pick<Config, 'port' | 'mqttPort' | 'host' | 'publicUrl' | 'trustProxy' | 'mqttUrl'> &
    Partial<Pick<Config, 'demo' | 'agora' | 'iceServers' | 'turnSecret' | 'secrets' | 'deviceRate'>>
  log: Log
  data: Data
  /** Where people's tickets are looked up, and what the clocks work with; else `data`. */
  people?: Data
  jobs?: Data
  bus: Bus
  sessions: Sessions
  /** Of the tables' owner, for partitions. */
  ownerUrl: string
  /** Where `/mqtt` is served; without it there is TCP only. */
  server?: Server
  /** The way to people's phones; without it, the outbox. */
  texts?: Texts
  now?: () => number
  stateEveryMs?: number
  sweepEveryMs?: number
  /** What may wait for connections that do not read. */
  unsent?: UnsentLimits
}

const REVIEW_MS = 30_000
/** Devices try again by themselves, for weeks: an hour of that is two entries. */
const REFUSED_MS = 3_600_000
const PARTITIONS_MS = 3_600_000
const SWEEP_DOORS_MS = 1000

/** Starts everything that speaks MQTT. Stops in the reverse order: no more messages first, then what waits is written. */
export async function startBroker(options: Options): Promise<Broker> {
  const { config, log, data, bus, sessions, ownerUrl, server, now = Date.now } = options
  const { people = data, jobs = data } = options
  await tendPartitions(ownerUrl, now())
  let outlet: Outlet = silentOutlet
  // What speaks through the broker is made before it: these are read when a message comes.
  let devicesOf: Devices | undefined
  let listensTo = (_imei: string) => false
  const tools: DoorTools = {
    data,
    bus,
    log,
    now,
    outlet: () => outlet,
    listens: imei => listensTo(imei),
    devices: () => {
      if (!devicesOf) throw new Error('The broker is not up yet')
      return devicesOf
    },
  }
  const tokens = createCallTokens({
    agora: config.agora,
    iceServers: config.iceServers ?? [],
    turnSecret: config.turnSecret,
    key: config.secrets?.keyFor(CALL_TOKENS) ?? randomBytes(32),
    now,
  })
  const parts: DoorPart[] = [
    createCallPart(tools, tokens),
    createUnlockPart(tools),
    createCardPart(tools),
    createCallReview(tools, sessions),
  ]
  const ingest = createIngest({
    data,
    bus,
    log,
    now,
    outlet: () => outlet,
    doorMessages: Object.assign({}, ...parts.map(part => part.messages)),
    inventedFleet: config.demo === true,
    ...(options.stateEveryMs === undefined ? {} : { stateEveryMs: options.stateEveryMs }),
    ...(options.sweepEveryMs === undefined ? {} : { sweepEveryMs: options.sweepEveryMs }),
  })
  const { devices } = ingest
  devicesOf = devices
  const audit = createRefusals({ data: jobs, log, everyMs: REFUSED_MS })
  const budget = createDeviceBudget({
    perSecond: config.deviceRate ?? 0,
    refusals: ingest.refusals,
    log,
    now,
  })
  const embedded = await createEmbeddedBroker({
    log,
    now,
    devices,
    refusals: ingest.refusals,
    audit,
    take: ingest.take,
    verifyTicket: (ticket, userId) => verifyTicket({ data: people, sessions }, ticket, userId),
    findSession: sessions.findByHash,
    lookups: createLookups(now),
    budget,
    ...(options.unsent && { unsent: options.unsent }),
    actions: {
      unlock: createUnlock({ data, devices, now, outlet: () => outlet, listens: tools.listens }),
      signal: createPersonSignals(tools),
    },
  })
  const external = config.mqttUrl
    ? await connectExternalBroker({
        url: config.mqttUrl,
        instance: String(config.port),
        log,
        local: embedded.outlet,
        take: async message => {
          const { imei, payload, topic } = message
          await budget.spend(message, () => ingest.take(imei, payload, topic))
        },
      })
    : undefined
  outlet = external?.outlet ?? embedded.outlet
  // Who listens at another broker is not to be seen from here: a device that speaks is taken to listen.
  const listens = (imei: string) =>
    embedded.listens(imei) || (external?.isUp() === true && devices.isOnline(imei))
  listensTo = listens
  const dispatch = createDispatch({ data, bus, log, now, outlet: () => outlet, listens })
  const greet = (imei: string) => {
    void dispatch.send(imei)
    for (const part of parts) part.arrived?.(imei)
  }
  embedded.onDeviceListening(greet)
  ingest.onArrival(({ imei }) => {
    // What answers 1001: the server's clock, for devices that have none.
    void outlet.toDevice(imei, { code: '1101', time: now() })
    greet(imei)
  })

  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const sweepDoors = async () => {
    // What one part cannot do keeps no other from its work.
    for (const part of parts) await part.sweep?.().catch(warn('Calls could not be tended'))
  }
  let sweeping = false
  // A database that is slow for a while must not find a sweep for every second of it.
  const sweepInTurn = () => {
    if (sweeping) return
    sweeping = true
    void sweepDoors().finally(() => {
      sweeping = false
    })
  }
  const review = () => embedded.review().catch(warn('Connections could not be reviewed'))
  const stops = [
    tellUnread({ data, bus, log, outlet: () => outlet }),
    writeSpoken({ data, bus, log }),
    sayAlarms({
      bus,
      log,
      texts: options.texts ?? createTexts({ data: jobs, log, provider: createOutbox(jobs), everyMs: 0 }),
    }),
    ...(options.sweepEveryMs === 0
      ? []
      : [startAlarmClock({ data: jobs, bus, log, now, judge: createJudge() })]),
    tellAllocations({ data, bus, log, outlet: () => outlet }),
    tellBills({ bus, outlet: () => outlet }),
    onSessionEnded({ bus }, ({ tokenHashes }) => embedded.endSessions(tokenHashes)),
    bus.on('rights.changed', () => void review()),
    bus.on('device.changed', ({ ids, change }) => {
      if (change === 'secret') embedded.closeDevices(ids)
      embedded.reviewDevices(ids).catch(warn('Devices could not be reviewed'))
    }),
    bus.on('alarm.changed', ({ ids }) => {
      data
        .scoped(WHOLE, sql => readAlarms(sql, ids))
        .then(rows => rows.forEach(row => void tellAlarm(outlet, row)))
        .catch(warn('Alarms could not be told'))
    }),
    bus.on('alarmTest.changed', ({ tenantId }) => tellTests(outlet, tenantId)),
    bus.on('text.changed', ({ tenantId }) => tellTexts(outlet, tenantId)),
    bus.on('task.changed', ({ id, userId }) => {
      data
        .scoped(WHOLE, sql =>
          sql.first<{ id: number; state: string; rows: number; kind: string; quiet: boolean }>(
            `select id, state, rows, kind, (dry_run or coalesce(reason = 'cancelled', false)) as quiet
             from task where id = $1 and removed_at is null`,
            [id],
          ),
        )
        .then(row => row && tellTask(outlet, userId, row))
        .catch(warn('A download task could not be told'))
    }),
  ]
  // Sessions that ran out end without an event, and another process may have ended one.
  const reviews = setInterval(() => void review(), REVIEW_MS)
  const partitions = setInterval(() => {
    tendPartitions(ownerUrl, now()).catch(warn('Partitions could not be tended'))
  }, PARTITIONS_MS)
  const doorSweeps = setInterval(sweepInTurn, SWEEP_DOORS_MS)
  sweepInTurn()
  doorSweeps.unref()
  reviews.unref()
  partitions.unref()

  const port = await embedded.listen(config.mqttPort, config.host).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([
      `MQTT_PORT: ${config.mqttPort} cannot be listened on (${error.code ?? error.message})`,
    ])
  })
  const closeWebsocket = server
    ? serveWebsocket({
        server,
        publicUrl: config.publicUrl,
        trustProxy: config.trustProxy,
        unsent: embedded.unsent,
        accept: embedded.accept,
      })
    : () => {}
  log.info({ port }, 'Broker is up')

  return {
    embedded,
    ingest,
    dispatch,
    audit,
    port,
    outlet: () => outlet,
    sweepDoors,
    isUp: () => external?.isUp() ?? true,
    peers: external?.peers,
    counts: () => {
      const { dropped, folded } = budget.counts()
      const { refused, ...stored } = ingest.counts()
      const spent = { ...(dropped && { budget: dropped }), ...(folded && { 'budget.emergency': folded }) }
      return {
        ...embedded.counts(),
        ...stored,
        refused: { ...refused, ...spent },
        unsent: embedded.unsent.counts(),
      }
    },
    stop: async () => {
      clearInterval(reviews)
      clearInterval(partitions)
      clearInterval(doorSweeps)
      for (const part of parts) part.stop?.()
      for (const stop of stops) stop()
      dispatch.stop()
      closeWebsocket()
      await external?.stop()
      await embedded.stop()
      outlet = silentOutlet
      await ingest.stop()
      await audit.stop()
    },
  }
}
