// Everything that answers requests: each part of the console is given the tables and the parts it works with.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { entities } from '../src/domain/entities.ts'
import { billHandlers } from './bill-handlers.ts'
import type { Data } from './db/scoped.ts'
import { demoEntrance } from './demo/accounts.ts'
import { mountEntities } from './entity/mount.ts'
import type { Store } from './entity/statement.ts'
import { createHandlers } from './http/handlers.ts'
import type { Refusals } from './http/refused-requests.ts'
import { mountEndpoints } from './http/serve.ts'
import { mountOwnTenant } from './modules/access/own-tenant.ts'
import { mountResetFactor } from './modules/access/reset-factor.ts'
import { mountResetPassword } from './modules/access/reset-password.ts'
import { mountAdverts } from './modules/adverts/endpoints.ts'
import { mountAlarmStatistics } from './modules/alarms/statistics.ts'
import { mountAlarmTimeline } from './modules/alarms/timeline.ts'
import { mountAnnouncements } from './modules/announcements/endpoints.ts'
import { mountApiKeys } from './modules/api-keys/endpoints.ts'
import { createKeyGuard, withKeys } from './modules/api-keys/guard.ts'
import { mountApprovals } from './modules/approvals/endpoints.ts'
import { mountAttendance, type ReadLeave } from './modules/attendance/public.ts'
import { newestBackup } from './modules/backup/public.ts'
import { mountBoards } from './modules/boards/endpoints.ts'
import { menuBoards } from './modules/boards/public.ts'
import { clipRunner } from './modules/camera-recording/clips.ts'
import { mountCameraRecordings } from './modules/camera-recording/endpoints.ts'
import { handOf } from './modules/camera-recording/hand.ts'
import { type CameraRecorder, createCameraRecorder } from './modules/camera-recording/recorder.ts'
import { type Cameras, mountCameras } from './modules/cameras/endpoints.ts'
import { mountCases } from './modules/cases/endpoints.ts'
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
import { mountEvidence } from './modules/evidence/endpoints.ts'
import { createRecorders } from './modules/evidence/recorders.ts'
import { mountDeviceCaptures } from './modules/faces/device-captures.ts'
import { mountFaces } from './modules/faces/endpoints.ts'
import { mountFees } from './modules/fees/endpoints.ts'
import { feeRunRunner } from './modules/fees/issue.ts'
import { mountFences } from './modules/fences/endpoints.ts'
import { mountFiles } from './modules/files/endpoints.ts'
import { mountServedFiles } from './modules/files/serve-files.ts'
import { mountIdentity } from './modules/identity/endpoints.ts'
import { mountIndoor } from './modules/indoor/endpoints.ts'
import { type CallRecordings, createCallRecordings } from './modules/intercom/call-recordings.ts'
import { mountIntercom } from './modules/intercom/intercom-endpoints.ts'
import { createWaitingCalls } from './modules/intercom/waiting-calls.ts'
import { mountLabels } from './modules/labels/endpoints.ts'
import { mountLeave } from './modules/leave/endpoints.ts'
import { leaveDaysOf } from './modules/leave/public.ts'
import { mountLife } from './modules/life/endpoints.ts'
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
import { mountPay, type Pay, type PayOptions } from './modules/pay/endpoints.ts'
import { mountPresence } from './modules/presence/endpoints.ts'
import type { Notifier } from './modules/push/notifier.ts'
import type { Post } from './modules/push/post.ts'
import { mountPush } from './modules/push/push-endpoints.ts'
import { mountReadings } from './modules/readings/endpoints.ts'
import { mountRecordings } from './modules/recordings/endpoints.ts'
import { mountReplay } from './modules/replay/endpoints.ts'
import { mountReports } from './modules/reports/endpoints.ts'
import { mountResponse } from './modules/response/endpoints.ts'
import { mountRetention } from './modules/retention/endpoints.ts'
import { mountScenes } from './modules/scenes/endpoints.ts'
import { mountOwnSessions } from './modules/session/own-sessions.ts'
import { mountSignInRules } from './modules/session/rule-endpoints.ts'
import { createSessionServices, mountSession } from './modules/session/session-endpoints.ts'
import { limitsOfInstallation } from './modules/session/settings.ts'
import { mountSetup } from './modules/setup/endpoints.ts'
import { menuWishes } from './modules/setup/wishes.ts'
import { mountSimCards } from './modules/sim-cards/differences.ts'
import { mountSockets } from './modules/sockets/socket-endpoints.ts'
import type { Sockets } from './modules/sockets/sockets.ts'
import { mountSupervision } from './modules/supervision/endpoints.ts'
import { commandRunner } from './modules/tasks/command-runner.ts'
import { importRunner } from './modules/tasks/import-runner.ts'
import { mountPreview } from './modules/tasks/preview-sheet.ts'
import { startCommand } from './modules/tasks/start-command.ts'
import { exportRunner, startExport } from './modules/tasks/start-export.ts'
import { startImport } from './modules/tasks/start-import.ts'
import { mountTaskFile } from './modules/tasks/task-file.ts'
import { mountTracks } from './modules/tracks/endpoints.ts'
import { mountVideoLayouts } from './modules/video-layouts/endpoints.ts'
import { mountWalls } from './modules/wall/endpoints.ts'
import { createWallGuard, withWalls } from './modules/wall/guard.ts'
import { asWall } from './modules/wall/scope.ts'
import { camerasOnWall } from './modules/wall/tiles.ts'
import type { CourierParts } from './modules/webhooks/courier.ts'
import { createDestinations } from './modules/webhooks/destination.ts'
import { mountWebhooks } from './modules/webhooks/endpoints.ts'
import { WEBHOOK_SECRETS } from './modules/webhooks/signature.ts'
import type { Parts } from './parts.ts'
import { grantToBuiltInRoles } from './seed/built-in-roles.ts'
import { entityStores } from './stores.ts'

/** What the build writes beside the console for those who have none. */
const VERIFIER_FILE = 'evidence-verifier.html'

/** Attendance asks of all people at once: those on leave are few. */
export const leaveOfAll: ReadLeave = (sql, tenantId, { from, until }) =>
  leaveDaysOf(sql, tenantId, { from, until })

export interface MountOptions {
  /** Instead of the way to push services; for tests. */
  post?: Post
  /** Instead of the payment providers and the time; for tests. */
  pay?: PayOptions
  /** Instead of asking the disk how much it has left; for tests. */
  freeBytes?: () => Promise<number>
  /** Reads when all other connections are in use. */
  probe: Data
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

/** Gives every endpoint its handler. */
export function mountAll(
  http: FastifyInstance,
  parts: Parts,
  sockets: Sockets,
  refusals: Refusals,
  { post, pay: payOptions, freeBytes, probe }: MountOptions,
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
    now: parts.clock.now,
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
