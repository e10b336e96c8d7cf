// The live half of the server: broker, ingestion, and in demo mode the simulated fleet.
import type { Server } from 'node:http'
import type { Database } from './db/launcher.ts'
import { DEMO_PASSWORD } from './demo/accounts.ts'
import { type Messaging, startMessaging } from './messaging.ts'
import type { IngestWatch } from './modules/ingest/public.ts'
import type { Parts } from './parts.ts'
import { createDemoCameras, type DemoCameras } from './simulator/cameras/demo-cameras.ts'
import { createDemoHelmets, type DemoHelmets } from './simulator/conference/demo-helmets.ts'
import { readDemoFleet } from './simulator/demo-fleet.ts'
import { type DemoDoors, startDemoDoors } from './simulator/door-unit/demo-doors.ts'
import { DEMO_DEVICES } from './simulator/secret.ts'
import { startShoppers } from './simulator/shoppers.ts'
import { type Simulator, startSimulator } from './simulator/simulator.ts'

/** What the key is for that seals what processes say to each other. */
const WORDS_BETWEEN_PROCESSES = 'words between processes'

export interface Live {
  broker: Messaging
  simulator: Simulator | undefined
  stop(): Promise<void>
}

/** Starts what moves. `server` is the HTTP server that also carries `/mqtt`. */
export async function startLive(
  { config, log, data: people, pools, bus, sessions, lines, texts, clock }: Parts,
  {
    database,
    server,
    unsealedThere,
    watch,
  }: {
    database: Pick<Database, 'ownerUrl' | 'appUrl'>
    server: Server
    /** Whether a process of an earlier release is there, whose words have no seal. */
    unsealedThere: () => boolean
    /** Told of what was stored, to be counted. */
    watch?: IngestWatch | undefined
  },
): Promise<Live> {
  const { devices: data, jobs } = pools
  const broker = await startMessaging({
    config,
    log,
    data,
    people,
    jobs,
    bus,
    sessions,
    ownerUrl: database.ownerUrl,
    others: {
      databaseUrl: config.databaseUrl && database.appUrl,
      key: config.secrets.keyFor(WORDS_BETWEEN_PROCESSES),
      unsealedThere,
    },
    now: clock.now,
    server,
    texts,
    watch,
  })
  lines.connectedPeople = broker.connectedPeople
  lines.toDevice = (imei, message) => broker.outlet().toDevice(imei, message, 0)
  lines.listens = broker.listens
  lines.isReachable = accountId => broker.connectedPeople().has(accountId)
  const url = config.mqttUrl ?? `mqtt://127.0.0.1:${broker.port}`
  let simulator: Simulator | undefined
  let doors: DemoDoors | undefined
  let helmets: DemoHelmets | undefined
  let cameras: DemoCameras | undefined
  let goHome = () => {}
  if (config.simulate && config.demo) {
    const { devices, away } = await readDemoFleet(jobs, config.secrets.keyFor(DEMO_DEVICES))
    const speaking = createDemoHelmets()
    helmets = speaking
    const shown = createDemoCameras()
    cameras = shown
    lines.simulatedCameras = shown.port
    simulator = startSimulator({
      onConference: call => {
        const address = server.address()
        if (typeof address === 'object' && address) speaking.called(call, `http://127.0.0.1:${address.port}`)
      },
      onPicture: (imei, message) => {
        const address = server.address()
        if (typeof address === 'object' && address)
          shown.wanted({ origin: `http://127.0.0.1:${address.port}`, imei, message })
      },
      devices,
      away,
      url,
      onError: error => log.debug({ err: error }, 'A simulated device was refused'),
    })
    doors = startDemoDoors({
      url,
      web: `http://127.0.0.1:${config.port}`,
      away,
      units: devices.filter(({ kind }) => kind === 'doorUnit'),
      onEnd: code => log.warn({ code }, 'The simulated door units fell over and are started again'),
    })
    goHome = startShoppers({
      origin: () => {
        const address = server.address()
        return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : undefined
      },
      username: 'property',
      password: DEMO_PASSWORD,
      onError: error => log.debug({ err: error }, 'A simulated shopper went home'),
    })
    const { ring } = doors
    lines.demoRing = async (imei, roomNo) => ring(imei, roomNo ?? undefined)
  }
  return {
    broker,
    simulator,
    stop: async () => {
      goHome()
      helmets?.stop()
      cameras?.stop()
      await doors?.stop()
      await simulator?.stop()
      await broker.stop()
    },
  }
}
