// Puts the broker together: the embedded one, the operator's where there is one, the bounds of devices, the websocket.
import type { Server } from 'node:http'
import type { Bus } from '../bus.ts'
import type { Refusals } from '../http/refused-requests.ts'
import type { Log } from '../log.ts'
import type { Outlet } from '../outlet.ts'
import type { Guard, Live } from '../person.ts'
import { ConfigError } from '../settings/config-error.ts'
import type { InstallationConfig } from '../settings/installation.ts'
import { createDeviceBudget } from './device-budget.ts'
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded.ts'
import { connectExternalBroker, type Peers } from './external.ts'
import { createLookups } from './lookups.ts'
import type { DeviceDirectory, Intake, Peek, PersonActions, RefusedMessages } from './ports.ts'
import type { UnsentCounts, UnsentLimits } from './unsent.ts'
import { serveWebsocket } from './websocket.ts'

export interface Broker {
  embedded: EmbeddedBroker
  /** To consoles and devices. */
  outlet: Outlet
  /** Whether a device would hear an order now. */
  listens(imei: string): boolean
  /** False while the external broker is away. */
  isUp(): boolean
  /** Other server processes, where the broker is one that they share. */
  peers: Peers | undefined
  /** Takes connections from now on; answers the port of MQTT over TCP. */
  listen(): Promise<number>
  /** For health and metrics; what was refused for want of budget by its reason. */
  counts(): {
    people: number
    devices: number
    toThemselves: number
    refused: Record<string, number>
    unsent: UnsentCounts
  }
  stop(): Promise<void>
}

export interface BrokerOptions {
  config: Pick<InstallationConfig, 'port' | 'mqttPort' | 'host' | 'publicUrl' | 'trustProxy' | 'mqttUrl'> &
    Partial<Pick<InstallationConfig, 'deviceRate'>>
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
  sessions: Pick<Guard, 'findByHash'>
  verifyTicket(ticket: string, userId: number): Promise<Live | undefined>
  actions: PersonActions
  /** Where `/mqtt` is served; without it there is TCP only. */
  server?: Server | undefined
  /** What may wait for connections that do not read. */
  unsent?: UnsentLimits | undefined
}

const REVIEW_MS = 30_000

/** Starts what carries messages; connections are taken once it is told to listen. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { config, log, bus, now, devices, refusals, take, peek, sessions, server } = options
  const budget = createDeviceBudget({ perSecond: config.deviceRate ?? 0, refusals, peek, log, now })
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
    budget,
    ...(options.unsent && { unsent: options.unsent }),
    actions: options.actions,
  })
  const external = config.mqttUrl
    ? await connectExternalBroker({
        url: config.mqttUrl,
        instance: String(config.port),
        log,
        local: embedded.outlet,
        take: async message => {
          const { imei, payload, topic } = message
          await budget.spend(message, () => take(imei, payload, topic))
        },
      })
    : undefined

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
  const reviews = setInterval(() => void review(), REVIEW_MS)
  reviews.unref()
  let closeWebsocket = () => {}

  return {
    embedded,
    outlet: external?.outlet ?? embedded.outlet,
    // Who listens at another broker is not to be seen from here: a device that speaks is taken to listen.
    listens: imei => embedded.listens(imei) || (external?.isUp() === true && devices.isOnline(imei)),
    isUp: () => external?.isUp() ?? true,
    peers: external?.peers,
    listen: async () => {
      const { mqttPort, host, publicUrl, trustProxy } = config
      const port = await embedded.listen(mqttPort, host).catch((error: NodeJS.ErrnoException) => {
        throw new ConfigError([
          `MQTT_PORT: ${mqttPort} cannot be listened on (${error.code ?? error.message})`,
        ])
      })
      if (server)
        closeWebsocket = serveWebsocket({
          server,
          publicUrl,
          trustProxy,
          unsent: embedded.unsent,
          accept: embedded.accept,
        })
      log.info({ port }, 'Broker is up')
      return port
    },
    counts: () => {
      const { dropped, folded } = budget.counts()
      return {
        ...embedded.counts(),
        refused: { ...(dropped && { budget: dropped }), ...(folded && { 'budget.emergency': folded }) },
        unsent: embedded.unsent.counts(),
      }
    },
    stop: async () => {
      clearInterval(reviews)
      for (const stop of stops) stop()
      closeWebsocket()
      await external?.stop()
      await embedded.stop()
    },
  }
}
