// How every entity is stored: each module's stores, and what modules do to the rows of others.
import { billHandlers } from './bill-handlers.ts'
import type { Bus } from './bus.ts'
import type { Sql } from './db/scoped.ts'
import type { Store } from './entity/statement.ts'
import { storesOf } from './entity/stores.ts'
import { accessStores } from './modules/access/stores.ts'
import { userStore } from './modules/access/user-store.ts'
import { advertStores } from './modules/adverts/stores.ts'
import { ruleStores } from './modules/alarms/rule-stores.ts'
import { alarmStore } from './modules/alarms/store.ts'
import { announcementsRound } from './modules/announcements/clock.ts'
import { announcementApproval } from './modules/announcements/review.ts'
import { announcementStores } from './modules/announcements/stores.ts'
import { apiKeyStore } from './modules/api-keys/stores.ts'
import { applicationHandlers, applicationStores } from './modules/applications/stores.ts'
import { approvalStores } from './modules/approvals/stores.ts'
import { attendanceStores, correctionHandler, leaveMarker, workDaysOf } from './modules/attendance/public.ts'
import { boardStores } from './modules/boards/stores.ts'
import { cameraStore } from './modules/cameras/stores.ts'
import { caseStores } from './modules/cases/stores.ts'
import { communityStores } from './modules/community/stores.ts'
import { conferenceRoomStore } from './modules/conference/stores.ts'
import { sendToMany } from './modules/device-commands/send.ts'
import { deviceCommandStores } from './modules/device-commands/stores.ts'
import { deviceStores } from './modules/devices/stores.ts'
import { patrolStores } from './modules/duty/patrol-stores.ts'
import { dutyStores } from './modules/duty/stores.ts'
import { emergencyStores } from './modules/emergency/stores.ts'
import type { Faces } from './modules/faces/faces.ts'
import { faceStores } from './modules/faces/stores.ts'
import { feeStores } from './modules/fees/stores.ts'
import { fenceStores } from './modules/fences/stores.ts'
import { fileStores } from './modules/files/stores.ts'
import { indoorStores } from './modules/indoor/stores.ts'
import { doorCardStore } from './modules/intercom/door-cards.ts'
import { doorRightStore } from './modules/intercom/rights.ts'
import { callStore, doorEventStore } from './modules/intercom/stores.ts'
import { leaveHandlers } from './modules/leave/settle.ts'
import { leaveStores } from './modules/leave/stores.ts'
import { allocationJob } from './modules/life/allocator.ts'
import { refuseUnderWay } from './modules/life/batches.ts'
import { continueLife, LIFE_AT_BIRTH } from './modules/life/start.ts'
import { lifeCommands } from './modules/life/steps.ts'
import { lifeStores } from './modules/life/stores.ts'
import { livingStores } from './modules/living/stores.ts'
import { mallStores } from './modules/mall/public.ts'
import { mallOrderStores } from './modules/mall-orders/public.ts'
import { mediaStores } from './modules/media/stores.ts'
import { musterStores } from './modules/muster/stores.ts'
import { noticeStore } from './modules/notices/notice-store.ts'
import { payStores } from './modules/pay/stores.ts'
import { peopleStores } from './modules/people/stores.ts'
import { readingStores } from './modules/readings/stores.ts'
import { recordingStores } from './modules/recordings/stores.ts'
import { replayMarkStore } from './modules/replay/stores.ts'
import { reportStores } from './modules/reports/stores.ts'
import { respond } from './modules/response/respond.ts'
import { responseStores } from './modules/response/stores.ts'
import type { SessionServices } from './modules/session/session-services.ts'
import { beginSetup } from './modules/setup/wishes.ts'
import { followForm, unbindSimCard } from './modules/sim-cards/bind.ts'
import { simCardStores } from './modules/sim-cards/stores.ts'
import { siteStores } from './modules/site/stores.ts'
import { supervisionStores } from './modules/supervision/stores.ts'
import { jobStore } from './modules/tasks/job-store.ts'
import { taskStore } from './modules/tasks/store.ts'
import { taskJob } from './modules/tasks/task-job.ts'
import { alarmTextStore } from './modules/texts/text-store.ts'
import { wallStore } from './modules/wall/stores.ts'
import { webhooksRound } from './modules/webhooks/courier.ts'
import { createDestinations } from './modules/webhooks/destination.ts'
import { webhookStores } from './modules/webhooks/stores.ts'
import type { Parts } from './parts.ts'
import { seedTenantDefaults } from './seed/tenant-defaults.ts'

/** Devices with their catalogue, joined with the modules that take part in a device's life. */
export const joinedDeviceStores = (bus: Bus): Store[] =>
  deviceStores(bus, {
    atBirth: LIFE_AT_BIRTH,
    lifeCommands: lifeCommands(bus),
    saved: [saving => continueLife(saving, bus), followForm],
    removed: unbindSimCard,
    refuseUsed: refuseUnderWay,
    orderGroup: sending => sendToMany({ ...sending, bus }),
  })

/** A new tenant has its roles and kinds of devices, and begins with the guide. */
async function beginTenant(sql: Sql, tenantId: number): Promise<void> {
  await seedTenantDefaults(sql, tenantId)
  await beginSetup(sql, tenantId)
}

/** By the entity's key. */
export function entityStores(
  parts: Pick<Parts, 'bus' | 'jobs' | 'sessions' | 'config' | 'texts'> & { faces: Faces },
  services: SessionServices,
): ReadonlyMap<string, Store> {
  const { bus, sessions, config, texts } = parts
  const publishDue = () => parts.jobs.nudge(announcementsRound)
  const all: Store[] = [
    ...joinedDeviceStores(bus),
    alarmStore(bus, { respond }),
    ...responseStores(),
    wallStore(() => bus.emit('rights.changed', { accountIds: [] })),
    apiKeyStore(bus),
    ...webhookStores({
      destinations: createDestinations({ ...config.webhooks, demo: config.demo }),
      wake: () => parts.jobs.nudge(webhooksRound),
    }),
    ...musterStores(bus),
    ...boardStores(() => stores),
    userStore({
      bus,
      sessions,
      ...services,
      temporaryPasswordHours: config.temporaryPasswordHours,
    }),
    ...accessStores({ bus, sessions, fillTenant: beginTenant }),
    taskStore(parts),
    jobStore(parts.jobs, [taskJob, allocationJob]),
    callStore,
    doorEventStore,
    doorCardStore(bus),
    doorRightStore(bus),
    noticeStore(bus),
    ...lifeStores(parts),
    ...deviceCommandStores(bus),
    ...readingStores(bus),
    ...ruleStores(bus),
    ...dutyStores(bus),
    ...patrolStores(),
    ...simCardStores(bus),
    ...payStores({ bus, kinds: billHandlers }),
    ...peopleStores(),
    ...applicationStores(bus),
    ...leaveStores({ workDays: workDaysOf, bus }),
    ...fileStores(),
    ...faceStores(parts.faces),
    ...mediaStores(bus),
    ...advertStores(bus),
    ...recordingStores(parts),
    ...caseStores(parts),
    replayMarkStore,
    ...reportStores(parts),
    ...feeStores(parts),
    ...fenceStores(),
    ...indoorStores(),
    ...supervisionStores(bus),
    ...siteStores(bus),
    ...mallStores(),
    ...mallOrderStores({ bus, kinds: billHandlers }),
    conferenceRoomStore,
    ...attendanceStores(parts),
    cameraStore({ bus, secrets: config.secrets }),
    alarmTextStore(texts),
    // The owner of each kind of thing that is approved.
    ...approvalStores(bus, [
      announcementApproval(publishDue),
      correctionHandler(parts),
      ...leaveHandlers({ bus, changed: leaveMarker(parts.jobs) }),
      ...applicationHandlers(bus),
    ]),
    ...announcementStores({ bus, wake: publishDue }),
    ...communityStores(bus),
    ...livingStores({ bus, faces: parts.faces }),
    // Its things are rows of other lists: asked for once all are known.
    ...emergencyStores({ bus, texts, storeOf: key => named(key) }),
  ]
  const stores = storesOf(all)
  const named = (key: string): Store => {
    const store = stores.get(key)
    if (!store) throw new Error(`${key} is stored nowhere`)
    return store
  }
  return stores
}
