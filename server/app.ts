// Names every module of the server and puts them together.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createAgreedClock } from './agreed-clock.ts'
import { LONGEST_LINE } from './broker/listen-at.ts'
import { createBus } from './bus.ts'
import type { Config } from './config.ts'
import { type Database, startDatabase } from './db/launcher.ts'
import { migrate } from './db/migrate.ts'
import { openPools, type Pools } from './db/pools.ts'
import { type Data, proveWall, WHOLE } from './db/scoped.ts'
import { seedDemoApart } from './demo/apart.ts'
import { workHousekeeping } from './housekeeping.ts'
import { mountApiPage } from './http/api-page.ts'
import { createConsoleTls } from './http/console-tls.ts'
import { mountCspReports } from './http/csp-reports.ts'
import { mountHealth } from './http/health.ts'
import { mountOpenApi } from './http/openapi.ts'
import { createRefusals, type Refusals } from './http/refused-requests.ts'
import { createHttpServer } from './http/server.ts'
import { mountStatic } from './http/static.ts'
import { proveInstallationKey } from './installation-key.ts'
import { createJobsHealth } from './jobs/health.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Lines } from './lines.ts'
import { type Live, startLive } from './live.ts'
import type { Log } from './log.ts'
import { workAnnouncements } from './modules/announcements/clock.ts'
import { startApprovalWatch } from './modules/approvals/unattended.ts'
import { workAttendance } from './modules/attendance/public.ts'
import { AUDIT_ANCHORS, openAnchorFile } from './modules/audit/anchors.ts'
import { ANCHOR_FILE, startChainWatch } from './modules/audit/chain-watch.ts'
import { keepBackups } from './modules/backup/keep.ts'
import type { CameraRecorder } from './modules/camera-recording/recorder.ts'
import type { Cameras } from './modules/cameras/endpoints.ts'
import { createSigner } from './modules/cases/signing.ts'
import { workStamps } from './modules/cases/stamp-job.ts'
import type { Conferences } from './modules/conference/endpoints.ts'
import { workUploadChecks } from './modules/evidence/check-job.ts'
import { createStaging } from './modules/evidence/staging.ts'
import { createFaces } from './modules/faces/faces.ts'
import { createStorages } from './modules/files/storages.ts'
import { workAllocations } from './modules/life/allocator.ts'
import { workLiving } from './modules/living/clock.ts'
import { mountMetrics, serveMetrics } from './modules/operations/metrics-server.ts'
import { type Pulse, readClock, startPulse } from './modules/operations/pulse.ts'
import { readQueues } from './modules/operations/queues.ts'
import { createSelf } from './modules/operations/self.ts'
import type { Pay } from './modules/pay/endpoints.ts'
import type { Notifier } from './modules/push/notifier.ts'
import { workRecordings } from './modules/recordings/closing.ts'
import { createRecordings } from './modules/recordings/recordings.ts'
import { workReports } from './modules/reports/schedule.ts'
import { createSessions } from './modules/session/sessions.ts'
import type { CarrierPort } from './modules/sim-cards/carrier.ts'
import { createGatewayCarrier } from './modules/sim-cards/carrier-gateway.ts'
import { createSandboxCarrier } from './modules/sim-cards/sandbox-carrier.ts'
import { createSimCardWorker, type SimCardWorker, workSimCards } from './modules/sim-cards/worker.ts'
import { createSockets, doorPresenceOf } from './modules/sockets/sockets.ts'
import { startSupervisionClock } from './modules/supervision/clock.ts'
import { createRunners } from './modules/tasks/runners.ts'
import { workTasks } from './modules/tasks/worker.ts'
import { mountTextReceipts } from './modules/texts/callback.ts'
import { createOutbox } from './modules/texts/outbox.ts'
import { providerOf } from './modules/texts/settings.ts'
import { createTexts, tellTextWay } from './modules/texts/texts.ts'
import { workWebhooks } from './modules/webhooks/courier.ts'
import { leaveOfAll, type MountOptions, mountAll } from './mount-all.ts'
import type { Parts } from './parts.ts'
import { seedInstallation } from './seed/installation.ts'
import { DEMO_DEVICES } from './simulator/secret.ts'
import { followWork } from './trace.ts'

const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
)

const CLOSE_GRACE_MS = 5_000

export interface App {
  parts: Parts
  http: FastifyInstance
  database: Database
  pools: Pools
  notifier: Notifier
  pay: Pay
  conferences: Conferences
  cameras: Cameras
  recorder: CameraRecorder
  cards: SimCardWorker
  refusals: Refusals
  /** The sign of life, once the server listens. */
  pulse(): Pulse | undefined
  /** Port of metrics at an address of their own, once the server listens. */
  metricsPort(): number | undefined
  /** Starts listening; answers the port. */
  listen(): Promise<number>
  /** Says at `/api/ready` that nothing new is wanted, and serves on. */
  drain(): void
  /** Stops accepting, finishes what runs, closes the broker, then the database. */
  close(): Promise<void>
}

interface AppOptions extends Omit<MountOptions, 'probe'> {
  demoData?: boolean
  /** Instead of the carrier of the configuration; for tests. */
  carrier?: CarrierPort
}

/** Starts the database, brings its schema up to date and mounts everything; listens when told. */
export async function createApp(
  config: Config,
  log: Log,
  { demoData = true, carrier, freeBytes, ...options }: AppOptions = {},
): Promise<App> {
  const startedAt = Date.now()
  const filesDir = join(config.dataDir, 'files')
  mkdirSync(filesDir, { recursive: true, mode: 0o700 })
  const database = await startDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log })
  const closers: (() => Promise<unknown> | undefined)[] = [() => database.stop()]
  const close = async () => {
    for (const step of closers.reverse().splice(0)) {
      await Promise.resolve(step()).catch(error => log.error({ err: error }, 'Closing did not go well'))
    }
  }
  try {
    await migrate({ ownerUrl: database.ownerUrl, log })
    const pools = openPools(database.appUrl, config, log)
    closers.push(() => pools.end())
    await proveWall(pools.of.jobs)
    const backups = await keepBackups({ config, ownerUrl: database.ownerUrl, filesDir, log })
    closers.push(() => backups.stop())
    const { people: data, jobs: jobData } = pools
    await jobData.scoped(WHOLE, sql =>
      proveInstallationKey(sql, { secrets: config.secrets, replaced: config.keyReplaced }),
    )
    const clock = createAgreedClock()
    await jobData.scoped(WHOLE, sql => clock.set(() => readClock(sql)))
    await jobData.scoped(WHOLE, sql => seedInstallation(sql))
    if (config.demo && demoData) {
      const deviceKey = config.secrets.keyFor(DEMO_DEVICES)
      await seedDemoApart({
        data: jobData,
        appUrl: database.appUrl,
        ownerUrl: database.ownerUrl,
        deviceKey,
        filesDir,
        logLevel: config.logLevel,
      })
    }
    const bus = createBus((error, event) => log.error({ err: error, event }, 'A listener failed'))
    const sessions = createSessions(data, bus, config)
    const lines: Lines = { connectedPeople: () => new Set(), isReachable: () => false }
    const storages = createStorages(config, filesDir)
    const runners = createRunners()
    const carrierOfTexts = config.texts
      ? providerOf(config.texts)
      : config.demo
        ? createOutbox(jobData)
        : undefined
    const texts = createTexts({
      data: jobData,
      log,
      provider: carrierOfTexts,
      changed: tenantId => bus.emit('text.changed', { tenantId }),
    })
    closers.push(async () => texts.stop())
    await tellTextWay(jobData, texts)
    const consoleTls = config.consoleTls && createConsoleTls({ files: config.consoleTls, log })
    const http = await createHttpServer(config, log, consoleTls)
    closers.push(() => closeHttp(http))
    if (consoleTls) closers.push(async () => consoleTls.stop())
    let live: Live | undefined
    let draining = false
    let notifierUp: Notifier | undefined
    const self = createSelf({
      alone: config.databaseUrl === undefined,
      draining: () => draining,
      traffic: () =>
        live && {
          ...live.broker.counts(),
          oldestAt: live.broker.ingest.oldestAt(),
          trouble: live.broker.ingest.trouble(),
        },
      sockets: () => sockets.counts(),
      pools: pools.load,
      push: () => notifierUp?.unsent() ?? { waiting: 0, oldestAt: undefined },
    })
    closers.push(async () => self.stop())
    // Nothing is counted, and nothing loaded that counts, where nobody reads it.
    const metrics =
      config.operations.metrics &&
      (await import('./modules/operations/metrics.ts')).createMetrics({
        self: self.sources,
        queues: () => readQueues(pools.probe),
        release: version,
      })
    metrics?.follow(http)
    const tracing =
      config.tracing &&
      (await import('./tracing/tracing.ts')).createTracing({ config: config.tracing, release: version })
    tracing?.follow(http)
    followWork(tracing)
    closers.push(async () => {
      followWork(undefined)
      await tracing?.stop()
    })
    closers.push(async () => metrics?.stop())
    const jobs = await startJobs({
      pool: pools.of.jobs,
      data: jobData,
      log,
      alone: config.databaseUrl === undefined,
    })
    closers.push(() => jobs.stop())
    const staging = createStaging(filesDir, { ...(freeBytes && { free: freeBytes }) })
    const faces = createFaces({ data, jobs, log, bus, filesDir, storages, config })
    closers.push(() => faces.engine.stop())
    const recordings = createRecordings({ data: jobData, jobs, log, filesDir, storages, config })
    const parts: Parts = {
      ...{
        config,
        log,
        data,
        pools,
        bus,
        jobs,
        sessions,
        filesDir,
        storages,
        staging,
        faces,
        recordings,
        runners,
        lines,
        texts,
        startedAt,
        clock,
      },
    }
    const unseen = { ...parts, data: jobData }
    const sockets = createSockets(parts)

    if (config.texts?.way === 'http')
      mountTextReceipts(http, texts, { secret: config.texts.http.secret, log })
    const refusals = createRefusals(parts)
    closers.push(() => refusals.stop())
    const mounted = mountAll(http, parts, sockets, refusals, {
      ...options,
      probe: pools.probe,
      ...(freeBytes && { freeBytes }),
    })
    const { notifier, pay, conferences, cameras, callRecordings, recorder } = mounted
    notifierUp = notifier
    closers.push(() => notifier.stop())
    closers.push(() => conferences.stop())
    closers.push(() => callRecordings.stop())
    closers.push(() => cameras.stop())
    closers.push(() => recorder.stop())
    const cards = createSimCardWorker({
      data: jobData,
      bus,
      log,
      carrier: carrier ?? carrierOf(config, jobData),
    })
    await workTasks(unseen)
    await workAllocations(unseen)
    await workUploadChecks({ ...unseen, config })
    await workStamps({ ...unseen, config })
    await workReports(unseen)
    await workAnnouncements(unseen)
    await workLiving(unseen)
    await pay.work()
    await workSimCards(unseen, cards)
    await workAttendance(unseen, leaveOfAll)
    await workRecordings(unseen)
    await workHousekeeping(unseen)
    await workWebhooks({ ...mounted.courier, jobs })
    const stopSupervision = startSupervisionClock({ data: jobData, bus, log, now: Date.now })
    closers.push(async () => stopSupervision())
    const stopApprovals = startApprovalWatch({ data: jobData, bus, log })
    closers.push(async () => stopApprovals())
    const chains = startChainWatch({
      data: jobData,
      log,
      file: openAnchorFile(join(config.dataDir, ANCHOR_FILE), config.secrets.keyFor(AUDIT_ANCHORS)),
    })
    closers.push(() => chains.stop())
    mountCspReports(http, { data: jobData, log })
    mountOpenApi(http)
    mountApiPage(http)
    await mountStatic(http, config, join(import.meta.dirname, '../dist'))
    if (metrics && config.operations.metrics) mountMetrics(http, metrics, config.operations.metrics)
    mountHealth(http, {
      version,
      startedAt,
      draining: () => draining,
      data: pools.probe,
      sessions: createSessions(pools.probe, bus, config),
      pools: pools.load,
      broker: () => live?.broker.isUp(),
      ingestion: () => live?.broker.ingest.trouble(),
      deviceTls: () => live?.broker.tls(),
      consoleTls: () => consoleTls?.health(),
      jobs: createJobsHealth(pools.probe),
      clock,
      outboundFull: () => live?.broker.embedded.unsent.fullSince(),
      auditLog: chains.state,
      backup: backups.health,
      conferences: conferences.health,
      cameras: cameras.health,
      evidenceKey: createSigner(config.secrets).fingerprint,
      traffic: () => live && { ...live.broker.counts(), ...sockets.counts() },
    })
    let served: Awaited<ReturnType<typeof serveMetrics>>
    let pulse: Pulse | undefined
    return {
      parts,
      metricsPort: () => served?.port,
      pulse: () => pulse,
      http,
      database,
      pools,
      notifier,
      pay,
      conferences,
      cameras,
      recorder,
      cards,
      refusals,
      drain: () => {
        draining = true
        pulse?.beat().catch(error => log.warn({ err: error }, 'Nobody could be told of the drain'))
      },
      listen: async () => {
        const started = await startLive(parts, {
          ...{ database, server: http.server, watch: metrics?.watch },
          unsealedThere: () => pulse?.unsealedThere() ?? false,
        })
        closers.push(() => started.stop())
        live = started
        const doors = doorPresenceOf(started.broker, config.mqttUrl !== undefined)
        const stopSockets = sockets.serve(http.server, doors, started.broker.peers)
        closers.push(async () => stopSockets())
        notifier.catchUp().catch(error => log.warn({ err: error }, 'Push messages could not be caught up'))
        await recorder.start()
        if (metrics && config.operations.metrics) {
          served = await serveMetrics(metrics, config.operations.metrics, log)
          closers.push(() => served?.stop())
        }
        pulse = startPulse({
          ...{ data: pools.probe, log, self, release: version, startedAt, clock, dataDir: config.dataDir },
        })
        closers.push(() => pulse?.stop())
        const open = () => http.listen({ host: config.host, port: config.port, backlog: LONGEST_LINE })
        await (consoleTls ? consoleTls.keep(open) : open())
        const address = http.server.address()
        return typeof address === 'object' && address ? address.port : config.port
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const carrierOf = (config: Config, data: Data): CarrierPort =>
  config.carrier
    ? createGatewayCarrier(config.carrier)
    : createSandboxCarrier({ data, speed: config.sandboxSpeed })

/** Requests that run may end; a sender that keeps its connection open half-way does not hold the server up. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const force = setTimeout(() => http.server.closeAllConnections(), CLOSE_GRACE_MS)
  try {
    await http.close()
  } finally {
    clearTimeout(force)
  }
}
