// Joins the broker with the modules that speak through it: ingestion, doors, orders, and who tells people of what.
import type { Server } from 'node:http'
import { HOUR_MS } from '../src/domain/durations.ts'
import { chooseCarrier } from './broker/choose-carrier.ts'
import type { EmbeddedBroker } from './broker/embedded.ts'
import type { Peers } from './broker/fan-out.ts'
import { type Broker, type BrokerOptions, startBroker, type Words } from './broker/start.ts'
import { createTenantQuota } from './broker/tenant-quota.ts'
import type { UnsentLimits } from './broker/unsent.ts'
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import { type Data, WHOLE } from './db/scoped.ts'
import { createRefusals, type Refusals } from './http/refused-requests.ts'
import type { Log } from './log.ts'
import { createAdvertPart } from './modules/adverts/public.ts'
import { startAlarmClock } from './modules/alarms/clock.ts'
import { createJudge } from './modules/alarms/judge.ts'
import { publishAlarmChanges } from './modules/alarms/publish-alarms.ts'
import { sayAlarms } from './modules/alarms/say-alarms.ts'
import { publishCameras } from './modules/cameras/publish.ts'
import { publishConferenceCalls } from './modules/conference/publish-calls.ts'
import { createDispatch, type Dispatch } from './modules/device-commands/dispatch.ts'
import { endOldSecrets } from './modules/devices/public.ts'
import { createIngest, type Ingest, type IngestWatch } from './modules/ingest/ingest.ts'
import { tendPartitions } from './modules/ingest/partitions.ts'
import { peekAt } from './modules/ingest/peek.ts'
import { createTenantQuotas, type TenantQuotas } from './modules/ingest/tenant-quotas.ts'
import { createWeigh } from './modules/ingest/weigh.ts'
import { createCallPart } from './modules/intercom/call-part.ts'
import { createCallReview } from './modules/intercom/call-review.ts'
import { createCallTokens } from './modules/intercom/call-tokens.ts'
import { createDoorCardPart } from './modules/intercom/door-card-part.ts'
import type { DoorPart, DoorTools } from './modules/intercom/door-part.ts'
import { createPersonSignals } from './modules/intercom/person-signals.ts'
import { createUnlock } from './modules/intercom/unlock.ts'
import { createUnlockPart } from './modules/intercom/unlock-part.ts'
import { publishAllocations } from './modules/life/publish-allocation.ts'
import { createGuestPart } from './modules/living/guest-part.ts'
import { publishUnread } from './modules/notices/publish-unread.ts'
import { writeSpoken } from './modules/notices/spoken-notice.ts'
import { publishBills } from './modules/pay/publish-bills.ts'
import type { Sessions } from './modules/session/sessions.ts'
import { verifyTicket } from './modules/session/tickets.ts'
import { publishTasks } from './modules/tasks/publish-tasks.ts'
import { createOutbox } from './modules/texts/outbox.ts'
import { createTexts, type Texts } from './modules/texts/texts.ts'
import { type Outlet, silentOutlet } from './outlet.ts'
import { shareEvents } from './peer-events.ts'
import { publishRows } from './publish-rows.ts'

export interface Messaging {
  embedded: EmbeddedBroker
  ingest: Ingest
  dispatch: Dispatch
  /** Refused connections and topics, on their way to the audit log. */
  audit: Refusals
  /** To consoles and devices. */
  outlet(): Outlet
  /** Whether a device would hear an order now. */
  listens(imei: string): boolean
  /** Calls back when some device has begun or ceased to listen. Answers the function that stops it. */
  onListening: Broker['onListening']
  /** Accounts of the people whose consoles are connected, to whatever process. */
  connectedPeople(): ReadonlySet<number>
  /** Port of MQTT over TCP; differs from the configured one where that is 0. */
  port: number
  /** Port of MQTT over TLS, where it is open since the start. */
  tlsPort: number | undefined
  /** The certificate of that port; undefined where there is none. */
  tls: Broker['tls']
  /** Ends old secrets whose time is over. */
  endSecrets(): Promise<void>
  /** Writes down now what tenants said. */
  writeTraffic(): Promise<void>
  /** Ends calls and orders that have run out. */
  sweepDoors(): Promise<void>
  /** False while the external broker is away. */
  isUp(): boolean
  /** Other server processes, where the broker is one that they share. */
  peers: Peers | undefined
  /** For health and metrics. */
  counts(): ReturnType<Broker['counts']> & { stored: number; waiting: number }
  stop(): Promise<void>
}

export interface MessagingOptions {
  config: BrokerOptions['config'] &
    Partial<Pick<Config, 'retention' | 'busUrl' | 'demo' | 'agora' | 'iceServers' | 'turnSecret'>>
  log: Log
  data: Data
  /** Where people's tickets are looked up, and what the clocks work with; else `data`. */
  people?: Data
  jobs?: Data
  bus: Bus
  sessions: Sessions
  /** Of the tables' owner, for partitions. */
  ownerUrl: string
  /** What the words to other server processes need; absent: there can be no other. */
  others?:
    | (Omit<Words, 'carrier'> & {
        /** A database that several processes share; undefined: it is this process's own. */
        databaseUrl: string | undefined
      })
    | undefined
  /** Where `/mqtt` is served; without it there is TCP only. */
  server?: Server
  /** The way to people's phones; without it, the outbox. */
  texts?: Texts
  /** Told of what was stored, to be counted. */
  watch?: IngestWatch | undefined
  now?: () => number
  stateEveryMs?: number
  sweepEveryMs?: number
  /** What may wait for connections that do not read. */
  unsent?: UnsentLimits
  /** Between two looks at the files of the TLS certificate. */
  lookEveryMs?: number
}

/** Devices try again by themselves, for weeks: an hour of that is two entries. */
const REFUSED_MS = HOUR_MS
const PARTITIONS_MS = HOUR_MS
const SWEEP_DOORS_MS = 1000
/** A login asks for itself whether its secret is over; this closes what stands. */
const OLD_SECRETS_MS = 30_000

/** Starts everything that speaks MQTT. Stops in the reverse order: no more messages first, then what waits is written. */
export async function startMessaging(options: MessagingOptions): Promise<Messaging> {
  const { config, log, data, bus, sessions, ownerUrl, now = Date.now } = options
  const { people = data, jobs = data } = options
  await tendPartitions(ownerUrl, now(), config.retention)
  // What speaks through the broker is made before it: both are read when there is something to say.
  let outlet: Outlet = silentOutlet
  let listens = (_imei: string) => false
  let ingest: Ingest | undefined
  const tools: DoorTools = {
    data,
    bus,
    log,
    now,
    outlet: () => outlet,
    listens: imei => listens(imei),
    devices: () => {
      if (!ingest) throw new Error('Ingestion is not up yet')
      return ingest.devices
    },
  }
  const doors = doorParts(tools, config, sessions)
  ingest = createIngest({
    data,
    bus,
    log,
    now,
    outlet: () => outlet,
    doorMessages: Object.assign({}, ...doors.map(part => part.messages)),
    inventedFleet: config.demo === true,
    ...(options.watch && { watch: options.watch }),
    ...(options.stateEveryMs === undefined ? {} : { stateEveryMs: options.stateEveryMs }),
    ...(options.sweepEveryMs === undefined ? {} : { sweepEveryMs: options.sweepEveryMs }),
  })
  const { devices, refusals, take } = ingest
  const audit = createRefusals({ data: jobs, log, everyMs: REFUSED_MS })
  const quota = createTenantQuota({
    tenantOf: devices.tenantOf,
    quotaOf: tenantId => quotas.quotaOf(tenantId),
    weigh: createWeigh(devices, now),
    refusals,
    now,
  })
  const quotas: TenantQuotas = await createTenantQuotas({
    ...{ data: jobs, bus, log, now, collect: quota.collect },
    usual: config.tenantRate ?? 0,
  })
  const { others } = options
  const carrier = others && chooseCarrier({ config, log, sharedDatabaseUrl: others.databaseUrl })
  const broker = await startBroker({
    config,
    log,
    bus,
    now,
    devices,
    refusals,
    audit,
    take,
    peek: peekAt,
    quota,
    sessions,
    verifyTicket: (ticket, userId) => verifyTicket({ data: people, sessions }, ticket, userId),
    actions: {
      unlock: createUnlock({ data, devices, now, outlet: () => outlet, listens: tools.listens }),
      signal: createPersonSignals(tools),
    },
    server: options.server,
    words: others && carrier && { ...others, carrier },
    unsent: options.unsent,
    lookEveryMs: options.lookEveryMs,
  })
  const stopEvents = broker.peers ? shareEvents(bus, broker.peers) : () => {}
  outlet = broker.outlet
  listens = broker.listens
  const dispatch = createDispatch({ data, bus, log, now, outlet: () => outlet, listens })
  const greet = (imei: string) => {
    void dispatch.send(imei)
    // Of a fleet that comes back at once, doors are the fewest: for nothing else the intercom keeps something.
    const kind = devices.knownNow(imei)?.kind
    if (kind === undefined || kind === 'doorUnit') for (const part of doors) part.arrived?.(imei)
  }
  broker.embedded.onDeviceListening(greet)
  ingest.onArrival(({ imei }) => {
    // What answers 1001: the server's clock, for devices that have none.
    void outlet.toDevice(imei, { code: '1101', time: now() })
    greet(imei)
  })

  const texts = options.texts ?? createTexts({ data: jobs, log, provider: createOutbox(jobs), everyMs: 0 })
  const tellers = { data, bus, log, outlet: () => outlet }
  const stops = [
    publishUnread(tellers),
    writeSpoken(tellers),
    sayAlarms({ bus, log, texts }),
    ...(options.sweepEveryMs === 0
      ? []
      : [startAlarmClock({ data: jobs, bus, log, now, judge: createJudge() })]),
    publishConferenceCalls(tellers),
    publishCameras(tellers),
    publishRows(tellers),
    publishAllocations(tellers),
    publishBills(tellers),
    publishAlarmChanges(tellers),
    publishTasks(tellers),
  ]
  const endSecrets = async () => {
    const ended = await jobs.scoped(WHOLE, sql => endOldSecrets(sql, now()))
    for (const { id, tenantId } of ended)
      bus.emit('device.changed', { ids: [id], tenantId, change: 'secret' })
  }
  const oldSecrets = setInterval(() => {
    endSecrets().catch(error => log.warn({ err: error }, 'Old secrets of devices could not be ended'))
  }, OLD_SECRETS_MS)
  oldSecrets.unref()
  const partitions = setInterval(() => {
    tendPartitions(ownerUrl, now(), config.retention).catch(error =>
      log.warn({ err: error }, 'Partitions could not be tended'),
    )
  }, PARTITIONS_MS)
  partitions.unref()
  const sweeps = sweepInTurn(doors, log)

  const { tcp: port, tls: tlsPort } = await broker.listen()
  return {
    embedded: broker.embedded,
    ingest,
    dispatch,
    audit,
    port,
    tlsPort,
    tls: broker.tls,
    outlet: () => outlet,
    listens: imei => listens(imei),
    onListening: broker.onListening,
    connectedPeople: broker.connectedPeople,
    sweepDoors: sweeps.now,
    writeTraffic: quotas.write,
    endSecrets,
    isUp: broker.isUp,
    peers: broker.peers,
    counts: () => {
      const counts = broker.counts()
      const { refused, ...stored } = ingest.counts()
      return { ...counts, ...stored, refused: { ...refused, ...counts.refused } }
    },
    stop: async () => {
      clearInterval(partitions)
      clearInterval(oldSecrets)
      sweeps.stop()
      for (const part of doors) part.stop?.()
      for (const stop of stops) stop()
      dispatch.stop()
      stopEvents()
      await broker.stop()
      quota.stop()
      await quotas.stop()
      outlet = silentOutlet
      await ingest.stop()
      await audit.stop()
    },
  }
}

/** The parts of the intercom that hear and tell devices. */
function doorParts(tools: DoorTools, config: MessagingOptions['config'], sessions: Sessions): DoorPart[] {
  const tokens = createCallTokens({
    agora: config.agora,
    iceServers: config.iceServers ?? [],
    turnSecret: config.turnSecret,
    now: tools.now,
  })
  return [
    createCallPart(tools, tokens),
    createUnlockPart(tools),
    createDoorCardPart(tools),
    createAdvertPart(tools),
    createCallReview(tools, sessions),
    createGuestPart(tools),
  ]
}

/** Lets the parts of the intercom end what has run out, once a second. */
function sweepInTurn(doors: readonly DoorPart[], log: Log) {
  const sweep = async () => {
    // What one part cannot do keeps no other from its work.
    for (const part of doors)
      await part.sweep?.().catch(error => log.warn({ err: error }, 'Calls could not be tended'))
  }
  let sweeping = false
  // A database that is slow for a while must not find a sweep for every second of it.
  const inTurn = () => {
    if (sweeping) return
    sweeping = true
    void sweep().finally(() => {
      sweeping = false
    })
  }
  const timer = setInterval(inTurn, SWEEP_DOORS_MS)
  timer.unref()
  inTurn()
  return { now: sweep, stop: () => clearInterval(timer) }
}
