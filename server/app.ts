// Names every module of the server and puts them together.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { entities } from '../src/domain/entities.ts'
import { billHandlers } from './bill-handlers.ts'
import { createBus } from './bus.ts'
import type { Config } from './config.ts'
import { type Database, startDatabase } from './db/launcher.ts'
import { migrate } from './db/migrate.ts'
import { openPools, type Pools } from './db/pools.ts'
import { type Data, proveWall, WHOLE } from './db/scoped.ts'
import { demoEntrance } from './demo/accounts.ts'
import { seedDemoApart } from './demo/apart.ts'
import { mountEntities } from './entity/mount.ts'
import type { Store } from './entity/statement.ts'
import { workHousekeeping } from './housekeeping.ts'
import { mountApiPage } from './http/api-page.ts'
import { createConsoleTls } from './http/console-tls.ts'
import { mountCspReports } from './http/csp-reports.ts'
import { createHandlers } from './http/handlers.ts'
import { mountHealth } from './http/health.ts'
import { mountOpenApi } from './http/openapi.ts'
import { createRefusals, type Refusals } from './http/refused-requests.ts'
import { mountEndpoints } from './http/serve.ts'
import { createHttpServer } from './http/server.ts'
import { mountStatic } from './http/static.ts'
import { createJobsHealth } from './jobs/health.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Lines } from './lines.ts'
import { type Live, startLive } from './live.ts'
import type { Log } from './log.ts'
import { mountOwnTenant } from './modules/access/own-tenant.ts'
import { mountResetFactor } from './modules/access/reset-factor.ts'
import { mountResetPassword } from './modules/access/reset-password.ts'
import { mountAdverts } from './modules/adverts/endpoints.ts'
import { mountAlarmStatistics } from './modules/alarms/statistics.ts'
import { mountAlarmTimeline } from './modules/alarms/timeline.ts'
import { workAnnouncements } from './modules/announcements/clock.ts'
import { mountAnnouncements } from './modules/announcements/endpoints.ts'
import { mountApiKeys } from './modules/api-keys/endpoints.ts'
import { createKeyGuard, withKeys } from './modules/api-keys/guard.ts'
import { mountApprovals } from './modules/approvals/endpoints.ts'
import { startApprovalWatch } from './modules/approvals/unattended.ts'
import { mountAttendance, type ReadLeave, workAttendance } from './modules/attendance/public.ts'
import { AUDIT_ANCHORS, openAnchorFile } from './modules/audit/anchors.ts'
import { ANCHOR_FILE, startChainWatch } from './modules/audit/chain-watch.ts'
import { keepBackups } from './modules/backup/keep.ts'
import { newestBackup } from './modules/backup/public.ts'
import { mountBoards } from './modules/boards/endpoints.ts'
import { menuBoards } from './modules/boards/public.ts'
import { clipRunner } from './modules/camera-recording/clips.ts'
import { mountCameraRecordings } from './modules/camera-recording/endpoints.ts'
import { handOf } from './modules/camera-recording/hand.ts'
import { type CameraRecorder, createCameraRecorder } from './modules/camera-recording/recorder.ts'
import { type Cameras, mountCameras } from './modules/cameras/endpoints.ts'
import { mountCases } from './modules/cases/endpoints.ts'
import { createSigner } from './modules/cases/signing.ts'
import { workStamps } from './modules/cases/stamp-job.ts'
import { mountClaims } from './modules/claims/endpoints.ts'
import { mountCommunities } from './modules/community/endpoints.ts'
import { type Conferences, mountConferences } from './modules/conference/endpoints.ts'
import { mountDeviceCommands } from './modules/device-commands/endpoints.ts'
import { mountChannel } from './modules/devices/channel.ts'
import { deviceByImei, mountDeviceEndpoints } from './modules/devices/device-endpoints.ts'
import { mountDeviceSecret } from './modules/devices/secret.ts'
import { mountDirectory } from './modules/directory/endpoints.ts'
import { mountDuty } from './modules/duty/endpoints.ts'
import { onDuty } from './modules/duty/public.ts'
import { mountEmergencies } from './modules/emergency/endpoints.ts'
import { workUploadChecks } from './modules/evidence/check-job.ts'
import { mountEvidence } from './modules/evidence/endpoints.ts'
import { createRecorders } from './modules/evidence/recorders.ts'
import { createStaging } from './modules/evidence/staging.ts'
import { mountDeviceCaptures } from './modules/faces/device-captures.ts'
import { mountFaces } from './modules/faces/endpoints.ts'
import { createFaces } from './modules/faces/faces.ts'
import { mountFees } from './modules/fees/endpoints.ts'
import { feeRunRunner } from './modules/fees/issue.ts'
import { mountFences } from './modules/fences/endpoints.ts'
import { mountFiles } from './modules/files/endpoints.ts'
import { mountServedFiles } from './modules/files/serve-files.ts'
import { createStorages } from './modules/files/storages.ts'
import { mountIdentity } from './modules/identity/endpoints.ts'
import { mountIndoor } from './modules/indoor/endpoints.ts'
import { type CallRecordings, createCallRecordings } from './modules/intercom/call-recordings.ts'
import { mountIntercom } from './modules/intercom/intercom-endpoints.ts'
import { createWaitingCalls } from './modules/intercom/waiting-calls.ts'
import { mountLabels } from './modules/labels/endpoints.ts'
import { mountLeave } from './modules/leave/endpoints.ts'
import { leaveDaysOf } from './modules/leave/public.ts'
import { workAllocations } from './modules/life/allocator.ts'
import { mountLife } from './modules/life/endpoints.ts'
import { workLiving } from './modules/living/clock.ts'
import { mountDoorFaces } from './modules/living/door-faces.ts'
import { mountLiving } from './modules/living/endpoints.ts'
import { mountResidentPage } from './modules/living/resident-endpoints.ts'
import { createResidentGuard } from './modules/living/resident-sessions.ts'
import { mountShop } from './modules/mall/public.ts'
import { mountMallOrders } from './modules/mall-orders/public.ts'
import { mountFleet } from './modules/maps/endpoints.ts'
import { mountMapConfig } from './modules/maps/map-config.ts'
import { mountMusters } from './modules/muster/endpoints.ts'
import { mountNoticeCentre } from './modules/notices/notice-store.ts'
import { mountNotices } from './modules/notices/notices.ts'
import { createCertificates } from './modules/operations/certificates.ts'
import { foreseeDisk } from './modules/operations/disk.ts'
import { mountOperations } from './modules/operations/endpoints.ts'
import { mountMetrics, serveMetrics } from './modules/operations/metrics-server.ts'
import { type Pulse, startPulse } from './modules/operations/pulse.ts'
import { readQueues } from './modules/operations/queues.ts'
import { createSelf } from './modules/operations/self.ts'
import { mountPay, type Pay, type PayOptions } from './modules/pay/endpoints.ts'
import { mountPresence } from './modules/presence/endpoints.ts'
import type { Notifier } from './modules/push/notifier.ts'
import type { Post } from './modules/push/post.ts'
import { mountPush } from './modules/push/push-endpoints.ts'
import { mountReadings } from './modules/readings/endpoints.ts'
import { workRecordings } from './modules/recordings/closing.ts'
import { mountRecordings } from './modules/recordings/endpoints.ts'
import { createRecordings } from './modules/recordings/recordings.ts'
import { mountReplay } from './modules/replay/endpoints.ts'
import { mountReports } from './modules/reports/endpoints.ts'
import { workReports } from './modules/reports/schedule.ts'
import { mountResponse } from './modules/response/endpoints.ts'
import { mountRetention } from './modules/retention/endpoints.ts'
import { mountScenes } from './modules/scenes/endpoints.ts'
import { mountOwnSessions } from './modules/session/own-sessions.ts'
import { mountSignInRules } from './modules/session/rule-endpoints.ts'
import { createSessionServices, mountSession } from './modules/session/session-endpoints.ts'
import { createSessions } from './modules/session/sessions.ts'
import { limitsOfInstallation } from './modules/session/settings.ts'
import { mountSetup } from './modules/setup/endpoints.ts'
import { menuWishes } from './modules/setup/wishes.ts'
import type { CarrierPort } from './modules/sim-cards/carrier.ts'
import { createGatewayCarrier } from './modules/sim-cards/carrier-gateway.ts'
import { mountSimCards } from './modules/sim-cards/differences.ts'
import { createSandboxCarrier } from './modules/sim-cards/sandbox-carrier.ts'
import { createSimCardWorker, type SimCardWorker, workSimCards } from './modules/sim-cards/worker.ts'
import { mountSockets } from './modules/sockets/socket-endpoints.ts'
import { createSockets, doorPresenceOf, type Sockets } from './modules/sockets/sockets.ts'
import { startSupervisionClock } from './modules/supervision/clock.ts'
import { mountSupervision } from './modules/supervision/endpoints.ts'
import { commandRunner } from './modules/tasks/command-runner.ts'
import { importRunner } from './modules/tasks/import-runner.ts'
import { mountPreview } from './modules/tasks/preview-sheet.ts'
import { createRunners } from './modules/tasks/runners.ts'
import { startCommand } from './modules/tasks/start-command.ts'
import { exportRunner, startExport } from './modules/tasks/start-export.ts'
import { startImport } from './modules/tasks/start-import.ts'
import { mountTaskFile } from './modules/tasks/task-file.ts'
import { workTasks } from './modules/tasks/worker.ts'
import { mountTextReceipts } from './modules/texts/callback.ts'
import { createOutbox } from './modules/texts/outbox.ts'
import { providerOf } from './modules/texts/settings.ts'
import { createTexts, tellTextWay } from './modules/texts/texts.ts'
import { mountTracks } from './modules/tracks/endpoints.ts'
import { mountVideoLayouts } from './modules/video-layouts/endpoints.ts'
import { mountWalls } from './modules/wall/endpoints.ts'
import { createWallGuard, withWalls } from './modules/wall/guard.ts'
import { asWall } from './modules/wall/scope.ts'
import { camerasOnWall } from './modules/wall/tiles.ts'
import { type CourierParts, workWebhooks } from './modules/webhooks/courier.ts'
import { createDestinations } from './modules/webhooks/destination.ts'
import { mountWebhooks } from './modules/webhooks/endpoints.ts'
import { WEBHOOK_SECRETS } from './modules/webhooks/signature.ts'
import type { Parts } from './parts.ts'
import { grantToBuiltInRoles } from './seed/built-in-roles.ts'
import { seedInstallation } from './seed/installation.ts'
import { DEMO_DEVICES } from './simulator/secret.ts'
import { entityStores } from './stores.ts'
import { followWork } from './trace.ts'

const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
)

/** Attendance asks of all people at once: those on leave are few. */
const leaveOfAll: ReadLeave = (sql, tenantId, { from, until }) => leaveDaysOf(sql, tenantId, { from, until })

/** What the build writes beside the console for those who have none. */
const VERIFIER_FILE = 'evidence-verifier.html'

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

interface AppOptions {
  demoData?: boolean
  /** Instead of the way to push services; for tests. */
  post?: Post
  /** Instead of the payment providers and the time; for tests. */
  pay?: PayOptions
  /** Instead of the carrier of the configuration; for tests. */
  carrier?: CarrierPort
  /** Instead of asking the disk how much it has left; for tests. */
  freeBytes?: () => Promise<number>
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
        const started = await startLive(parts, { database, server: http.server, watch: metrics?.watch })
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
          ...{ data: pools.probe, log, self, release: version, startedAt, dataDir: config.dataDir },
        })
        closers.push(() => pulse?.stop())
        const open = () => http.listen({ host: config.host, port: config.port })
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

interface Mounted {
  notifier: Notifier
  pay: Pay
  conferences: Conferences
  cameras: Cameras
  callRecordings: CallRecordings
  recorder: CameraRecorder
  courier: Omit<CourierParts, 'jobs'>
}

function mountAll(
  http: FastifyInstance,
  parts: Parts,
  sockets: Sockets,
  refusals: Refusals,
  {
    post,
    pay: payOptions,
    freeBytes,
    probe,
  }: Pick<AppOptions, 'post' | 'pay' | 'freeBytes'> & { probe: Data },
): Mounted {
  const { bus, pools, runners } = parts
  const handlers = createHandlers()
  const services = createSessionServices(parts)
  const stores = entityStores(parts, services)
  const storeOf = (key: string): Store => {
    const store = stores.get(key)
    if (!store) throw new Error(`${key} has no table`)
    return store
  }
  const devices = storeOf('device')
  mountSession(handlers, parts, services, {
    refuseUnknownDevice: (imei, context) => deviceByImei(devices, imei, context),
    wishesOf: menuWishes,
    demo: parts.config.demo ? demoEntrance : null,
    boards: menuBoards,
  })
  mountOwnSessions(handlers, parts, services)
  mountSignInRules(handlers, { ...parts, installation: limitsOfInstallation(parts.config) })
  mountIdentity(handlers, http, parts, storeOf('user'))
  mountEntities(
    handlers,
    entities,
    stores,
    (store, request, context) => startExport(parts, store, request, context),
    (store, request, context) => startImport(parts, store, request, context),
    (store, command, request, context) => startCommand(parts, store, command, request, context),
  )
  mountDeviceEndpoints(handlers, devices, bus)
  mountChannel(handlers, devices, bus)
  mountDeviceSecret(handlers, devices, bus)
  mountClaims(handlers, parts, devices)
  mountSupervision(handlers, { persons: storeOf('monitoredPerson'), incidents: storeOf('incident') })
  mountLabels(handlers, stores.values())
  mountAlarmTimeline(handlers, storeOf('alarm'))
  mountResponse(handlers, storeOf('alarm'))
  mountMusters(handlers, storeOf('muster'))
  mountEmergencies(handlers, storeOf)
  mountNotices(handlers, storeOf('alarm'), createWaitingCalls(parts))
  mountNoticeCentre(handlers, bus)
  const callRecordings = createCallRecordings(parts)
  mountIntercom(handlers, { ...parts, callRecordings }, devices)
  const conferences = mountConferences(handlers, http, parts)
  mountRecordings(handlers, http, parts, storeOf('recording'))
  const wallGuard = createWallGuard(parts.data, stores)
  const cameras = mountCameras(handlers, http, {
    ...parts,
    walls: {
      findByHash: wallGuard.findByHash,
      camerasOf: camerasOnWall,
    },
  })
  const recorder = createCameraRecorder({ ...parts, data: pools.jobs, hand: handOf(cameras), freeBytes })
  mountCameraRecordings(handlers, { ...parts, recorder })
  const notifier = mountPush(handlers, parts, { alarms: storeOf('alarm'), walls: storeOf('wall') }, post)
  mountSockets(handlers, parts, sockets)
  mountTaskFile(handlers, parts)
  mountPreview(handlers, parts)
  runners.register('export', exportRunner(pools.jobs, stores))
  runners.register('import', importRunner({ ...parts, data: pools.jobs }, stores))
  runners.register('command', commandRunner(pools.jobs, stores))
  runners.register('feeRun', feeRunRunner(pools.jobs))
  runners.register('clip', clipRunner({ ...parts, data: pools.jobs }))
  mountLife(handlers, parts, devices)
  mountDeviceCommands(handlers, parts, devices)
  mountReadings(handlers, parts, devices)
  mountAlarmStatistics(handlers)
  const pay = mountPay(handlers, { ...parts, kinds: billHandlers }, http, payOptions)
  mountSimCards(handlers)
  mountMallOrders(handlers, { orders: storeOf('mallOrder'), merchants: storeOf('merchant') })
  mountOwnTenant(handlers)
  const newest = () => newestBackup(parts.config.backup, parts.config.operations.backupStamp)
  mountSetup(handlers, devices, { ...parts, backup: newest, grantMenus: grantToBuiltInRoles })
  mountResetPassword(handlers, storeOf('user'), parts)
  mountResetFactor(handlers, storeOf('user'), parts)
  mountFiles(handlers, parts)
  mountAdverts(handlers, parts)
  mountEvidence(handlers, http, parts)
  mountCases(
    handlers,
    { ...parts, verifierFile: join(import.meta.dirname, '../dist', VERIFIER_FILE) },
    {
      ...{ cases: storeOf('evidenceCase'), alarms: storeOf('alarm'), files: storeOf('storedFile') },
      ...{ devices, recordings: storeOf('recording'), doorEvents: storeOf('doorEvent') },
    },
  )
  const recorders = createRecorders(parts.data, parts.config.secrets, Date.now)
  mountDeviceCaptures(http, parts.faces, recorders)
  mountDoorFaces(http, parts.faces, recorders)
  mountFaces(handlers, parts.faces, { samples: storeOf('faceSample'), captures: storeOf('faceCapture') })
  mountLeave(handlers, storeOf('worker'))
  mountShop(handlers, parts.data)
  mountPresence(handlers, bus, { onDuty })
  mountReports(handlers, parts)
  mountApprovals(handlers, storeOf('approvalCase'))
  mountAnnouncements(handlers, storeOf('announcement'))
  mountMapConfig(handlers, http, parts)
  mountFleet(handlers, devices, storeOf('alarm'))
  mountCommunities(handlers, parts)
  mountLiving(handlers, parts.faces, { residentFaces: storeOf('residentFace') })
  mountResidentPage(handlers, parts)
  mountDuty(handlers, stores)
  mountScenes(handlers, stores, (wallId, context) => asWall(storeOf('wall'), wallId, context))
  mountWalls(handlers, parts, {
    ...{ walls: storeOf('wall'), alarms: storeOf('alarm'), all: stores },
    plans: { drawings: storeOf('drawing'), zones: storeOf('indoorZone') },
  })
  mountApiKeys(handlers, parts, storeOf('apiKey'))
  const courier = {
    ...{ data: pools.jobs, bus, storeOf, key: parts.config.secrets.keyFor(WEBHOOK_SECRETS) },
    destinations: createDestinations({ ...parts.config.webhooks, demo: parts.config.demo }),
  }
  mountWebhooks(handlers, courier, storeOf('webhook'))
  mountReplay(handlers, {
    ...{ devices, alarms: storeOf('alarm'), doorEvents: storeOf('doorEvent'), calls: storeOf('call') },
    ...{ commands: storeOf('deviceCommand'), cameras: storeOf('camera') },
  })
  mountBoards(handlers, stores)
  mountFees(handlers, pay.till, {
    ...{ runs: storeOf('feeRun'), bills: storeOf('feeBill'), communities: storeOf('community') },
  })
  mountFences(handlers, { fences: storeOf('fence'), devices })
  mountTracks(handlers, devices)
  mountAttendance(handlers, leaveOfAll)
  mountVideoLayouts(handlers)
  const { publicUrl, mqttUrl, busUrl, carrier, databaseUrl } = parts.config
  const disk = { retention: parts.config.retention, isDatabaseElsewhere: databaseUrl !== undefined }
  mountRetention(handlers, { ...parts, foreseeDisk: sql => foreseeDisk(sql, disk, Date.now()) })
  mountOperations(handlers, {
    // It answers when all other connections are in use: that is when somebody looks.
    data: probe,
    backup: newest,
    certificates: createCertificates({ PUBLIC_URL: publicUrl, MQTT_URL: mqttUrl, BUS_URL: busUrl }),
    ways: { text: parts.texts.way ?? null, push: 'webPush', carrier: carrier ? 'gateway' : 'embedded' },
    disk,
  })
  mountIndoor(handlers, parts, { devices, drawings: storeOf('drawing') })
  const walls = withWalls(parts.sessions, wallGuard)
  const keys = createKeyGuard(parts)
  const sessions = withKeys(walls, keys)
  mountDirectory(http, { ...parts, keys, users: storeOf('user'), publicUrl })
  mountEndpoints(http, { ...parts, sessions, residents: createResidentGuard(parts.data) }, handlers, refusals)
  mountServedFiles(http, parts)
  return { notifier, pay, conferences, cameras, callRecordings, recorder, courier }
}
