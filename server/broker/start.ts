// Puts the broker together: the embedded one, the operator's where there is one, the bounds of devices, the websocket.
import type { Server } from 'node:http'
import type { Bus } from '../bus.ts'
import type { Refusals } from '../http/refused-requests.ts'
import type { Log } from '../log.ts'
import type { Outlet } from '../outlet.ts'
import type { Guard, Live } from '../person.ts'
import type { InstallationConfig } from '../settings/installation.ts'
import type { CertificateHealth } from '../tls/certificate.ts'
import type { Carrier } from './carrier.ts'
import { bothOf, createDeviceBudget } from './device-budget.ts'
import type { DevicePorts } from './device-ports.ts'
import { createDevicePorts } from './device-ports.ts'
import { type Elsewhere, followLines } from './elsewhere.ts'
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded.ts'
import { connectExternalBroker } from './external.ts'
import { createFanOut, type FanOut, type Peers } from './fan-out.ts'
import { followTenants } from './followed-tenants.ts'
import { createLookups } from './lookups.ts'
import type { DeviceDirectory, Intake, Peek, PersonActions, RefusedMessages } from './ports.ts'
import type { EdgeConfig } from './settings.ts'
import type { TenantQuota } from './tenant-quota.ts'
import type { UnsentCounts, UnsentLimits } from './unsent.ts'
import { serveWebsocket } from './websocket.ts'
import { createWordSeal } from './word-seal.ts'

export interface Broker {
  embedded: EmbeddedBroker
  /** To consoles and devices. */
  outlet: Outlet
  /** Whether a device would hear an order now. */
  listens(imei: string): boolean
  /** Calls back when some device has begun or ceased to listen. Answers the function that stops it. */
  onListening(listener: () => void): () => void
  /** Accounts of the people whose consoles are connected, to whatever process. */
  connectedPeople(): ReadonlySet<number>
  /** False while the external broker is away. */
  isUp(): boolean
  /** Other server processes, where something carries words between them. */
  peers: Peers | undefined
  /** Takes connections from now on; answers the ports of MQTT over TCP, and over TLS where that is open. */
  listen(): Promise<{ tcp: number; tls: number | undefined }>
  /** The certificate of the TLS port; undefined where there is none. */
  tls(): CertificateHealth | undefined
  /** For health and metrics; what was refused for want of budget by its reason. */
  counts(): {
    people: number
    devices: number
    toThemselves: number
    published: number
    unpublished: number
    refused: Record<string, number>
    /** Messages that waited because their tenant said too much, and that wait now. */
    quota: { slowed: number; waiting: number }
    unsent: UnsentCounts
    /** Words to other processes; undefined where there can be none. */
    fanOut: ReturnType<FanOut['counts']> | undefined
    /** Connections to the device ports: open, at most, and waiting for their turn. */
    ports: ReturnType<DevicePorts['counts']>
  }
  stop(): Promise<void>
}

export interface BrokerOptions {
  config: Pick<InstallationConfig, 'port' | 'mqttPort' | 'host' | 'publicUrl' | 'trustProxy' | 'mqttUrl'> &
    Partial<Pick<InstallationConfig, 'mqttHost'>> &
    Partial<Pick<InstallationConfig, 'deviceRate'> & EdgeConfig>
  log: Log
  bus: Bus
  now: () => number
  devices: DeviceDirectory
  refusals: RefusedMessages
  /** What of it is somebody's try to be or hear what they may not. */
  audit: Pick<Refusals, 'note'>
  /** Where messages of devices go. */
  take: Intake
  peek: Peek
  /** What the devices of one tenant may say together. */
  quota: Pick<TenantQuota, 'pass' | 'counts'>
  sessions: Pick<Guard, 'findByHash'>
  verifyTicket(ticket: string, userId: number): Promise<Live | undefined>
  actions: PersonActions
  /** Where `/mqtt` is served; without it there is TCP only. */
  server?: Server | undefined
  /** How words reach the other server processes; absent where there is only this one. */
  words?: Words | undefined
  /** What may wait for connections that do not read. */
  unsent?: UnsentLimits | undefined
  /** Between two looks at the files of the TLS certificate. */
  lookEveryMs?: number | undefined
}

export interface Words {
  carrier: Carrier
  /** Of all processes of the installation. */
  key: Buffer
  /** Whether a process of an earlier release is there, whose words have no seal. */
  unsealedThere: () => boolean
}

const REVIEW_MS = 30_000
/** Where nothing is set. */
const MOST_CONNECTIONS = 20_000
const CONNECTS_PER_SECOND = 500

/** Starts what carries messages; connections are taken once it is told to listen. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { config, log, bus, now, devices, refusals, take, peek, sessions, server, words } = options
  let elsewhere: Elsewhere | undefined
  const budget = createDeviceBudget({ perSecond: config.deviceRate ?? 0, refusals, peek, log, now })
  const both = bothOf(budget, options.quota)
  const embedded = await createEmbeddedBroker({
    log,
    now,
    devices,
    refusals,
    audit: options.audit,
    take,
    peek,
    verifyTicket: options.verifyTicket,
    findSession: sessions.findByHash,
    lookups: createLookups(now),
    budget: both,
    ...(options.unsent && { unsent: options.unsent }),
    isElsewhere: imei => elsewhere?.isThere(imei) === true,
    ...(words && { followed: followTenants(words.carrier) }),
    actions: options.actions,
  })
  const external = config.mqttUrl
    ? connectExternalBroker({
        url: config.mqttUrl,
        instance: String(config.port),
        log,
        take: async message => {
          const { imei, payload, topic } = message
          await both.spend(message, () => take(imei, payload, topic))
        },
      })
    : undefined

  const local = embedded.outlet
  const fanOut =
    words &&
    createFanOut({ carrier: words.carrier, local, seal: createWordSeal({ ...words, now, log }), now })
  elsewhere =
    fanOut &&
    followLines({
      peers: fanOut.peers,
      onHere: embedded.here.onHere,
      moved: embedded.here.closeGhost,
      deliver: (imei, message, qos) => void local.toDevice(imei, message, qos),
    })
  // What consoles missed while nothing was carried they ask for when they come back.
  fanOut?.peers.onBack(embedded.closePeople)
  const outlet: Outlet = {
    ...local,
    ...fanOut?.outlet,
    toDevice: async (imei, message, qos = 1) => {
      if (await local.toDevice(imei, message, qos)) return true
      if (elsewhere?.toDevice(imei, message, qos)) return true
      return (await external?.toDevice(imei, message, qos)) ?? false
    },
  }

  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const review = () => embedded.review().catch(warn('Connections could not be reviewed'))
  const stops = [
    bus.on('session.ended', ({ tokenHashes }) => embedded.endSessions(tokenHashes)),
    bus.on('rights.changed', () => void review()),
    bus.on('device.changed', ({ ids, change }) => {
      if (change === 'secret') embedded.closeDevices(ids)
      embedded.reviewDevices(ids).catch(warn('Devices could not be reviewed'))
    }),
  ]
  // Sessions that ran out end without an event, and another process may have ended one.
  const reviews = setInterval(() => {
    void review()
    embedded.closeCertified(now())
  }, REVIEW_MS)
  reviews.unref()
  let closeWebsocket = () => {}
  const ports = createDevicePorts({
    config: {
      mqttTls: config.mqttTls,
      mqttProxies: config.mqttProxies,
      mqttMostConnections: config.mqttMostConnections ?? MOST_CONNECTIONS,
      mqttConnectsPerSecond: config.mqttConnectsPerSecond ?? CONNECTS_PER_SECOND,
    },
    ...{ log, now, unsent: embedded.unsent, accept: embedded.accept, turnedAway: embedded.turnedAway },
    // They come back at once, and are judged by what is true now.
    clientsChanged: () => embedded.closeCertified(Number.POSITIVE_INFINITY),
    lookEveryMs: options.lookEveryMs,
  })

  return {
    embedded,
    outlet,
    // Who listens at another broker is not to be seen from here: a device that speaks is taken to listen.
    listens: imei =>
      embedded.listens(imei) ||
      elsewhere?.listens(imei) === true ||
      (external?.isUp() === true && devices.isOnline(imei)),
    onListening: listener => {
      const stops = [embedded.onListening(listener), elsewhere?.onChange(listener)]
      return () => {
        for (const stop of stops) stop?.()
      }
    },
    connectedPeople: () => new Set([...embedded.connectedPeople(), ...(elsewhere?.people() ?? [])]),
    isUp: () => external?.isUp() ?? true,
    peers: fanOut?.peers,
    listen: async () => {
      const { mqttPort, mqttHost, host, publicUrl, trustProxy } = config
      const at = await ports.listen(mqttPort, host, mqttHost)
      if (server)
        closeWebsocket = serveWebsocket({
          server,
          publicUrl,
          trustProxy,
          unsent: embedded.unsent,
          accept: embedded.accept,
        })
      log.info({ port: at.tcp, ...(at.tls !== undefined && { tlsPort: at.tls }) }, 'Broker is up')
      return at
    },
    tls: ports.tls,
    counts: () => {
      const { dropped, folded } = budget.counts()
      const { refused: beyond, slowed, waiting } = options.quota.counts()
      return {
        ...embedded.counts(),
        refused: {
          ...(dropped && { budget: dropped }),
          ...(folded && { 'budget.emergency': folded }),
          ...(beyond && { quota: beyond }),
        },
        quota: { slowed, waiting },
        unsent: embedded.unsent.counts(),
        fanOut: fanOut?.counts(),
        ports: ports.counts(),
      }
    },
    stop: async () => {
      clearInterval(reviews)
      for (const stop of stops) stop()
      closeWebsocket()
      ports.close()
      await external?.stop()
      elsewhere?.stop()
      await embedded.stop()
      ports.stop()
      await words?.carrier.stop()
    },
  }
}
