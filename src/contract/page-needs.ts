// What a page cannot be without: what it lists, and the calls it is made for. The permissions are theirs, so a menu offers no page
// that would refuse. Asked by the server only: by the navigation list, and by the roles that every tenant is made with.

import { advertisement } from '../domain/advert/advertisement.ts'
import { alarm } from '../domain/alarm/alarm.ts'
import { announcement } from '../domain/announcement/announcement.ts'
import { announcementReceipt } from '../domain/announcement/receipt.ts'
import { approvalCase } from '../domain/approval/approval-case.ts'
import { attendanceDay } from '../domain/attendance/attendance-day.ts'
import { attendanceRule } from '../domain/attendance/rule.ts'
import { bill } from '../domain/billing/bill.ts'
import { simCard } from '../domain/billing/sim-card.ts'
import { simPackage } from '../domain/billing/sim-package.ts'
import { camera } from '../domain/camera/camera.ts'
import { deviceGroup, product } from '../domain/device/catalogue.ts'
import { device } from '../domain/device/device.ts'
import { latestReading } from '../domain/device/latest-reading.ts'
import { productReading } from '../domain/device/product-reading.ts'
import { dutyShift } from '../domain/duty/duty-shift.ts'
import { patrolRound } from '../domain/duty/patrol.ts'
import { entities } from '../domain/entities.ts'
import { type EntityDefinition, permissionFor } from '../domain/entity.ts'
import { fence } from '../domain/fence/fence.ts'
import { baseStation, drawing, uwbServer } from '../domain/indoor/indoor.ts'
import { call } from '../domain/intercom/call.ts'
import { doorEvent, doorRight } from '../domain/intercom/door.ts'
import { mallOrder } from '../domain/mall/mall-order.ts'
import { mallProduct } from '../domain/mall/mall-product.ts'
import { photo } from '../domain/media/photo.ts'
import { video } from '../domain/media/video.ts'
import type { RoutePath } from '../domain/navigation/pages.ts'
import { routeName } from '../domain/navigation/routes.ts'
import { recording } from '../domain/recordings/recording.ts'
import { report } from '../domain/report/report.ts'
import { inspection } from '../domain/site/inspection.ts'
import { stockItem } from '../domain/site/stock-item.ts'
import { workItem } from '../domain/site/work-item.ts'
import { workLog } from '../domain/site/work-log.ts'
import { workPlan } from '../domain/site/work-plan.ts'
import { monitoredPerson } from '../domain/supervision/monitored-person.ts'
import type { Endpoint } from './endpoint.ts'
import { waitingApprovals } from './endpoints/approval.ts'
import { attendanceFaults, ownMonth, punchPlaces } from './endpoints/attendance.ts'
import { recordedOfCameras } from './endpoints/camera-recording.ts'
import { watchCamera } from './endpoints/cameras.ts'
import { callDevicesIntoRoom, openConference, runningConferences } from './endpoints/conference.ts'
import { sendDeviceCommand, sendSettings, sendSwitch } from './endpoints/device-command.ts'
import { shiftReport } from './endpoints/duty.ts'
import { fenceShapes } from './endpoints/fence.ts'
import { uploadFile, uploadHeaderImage } from './endpoints/file.ts'
import { getProvider } from './endpoints/identity-provider.ts'
import { indoorFloors } from './endpoints/indoor.ts'
import { activations, allocate, onlineHistory } from './endpoints/life.ts'
import { fleetPoints } from './endpoints/map.ts'
import { operationsBoard } from './endpoints/operations.ts'
import { createBills } from './endpoints/pay.ts'
import { peopleInCharge, presenceOfPeople } from './endpoints/people.ts'
import { replay } from './endpoints/replay.ts'
import { alarmStatistics } from './endpoints/report.ts'
import { readRetention } from './endpoints/retention.ts'
import { setupFacts } from './endpoints/setup.ts'
import { getSignInRules } from './endpoints/sign-in-rules.ts'
import { wornDevices } from './endpoints/supervision.ts'
import { trackPoints } from './endpoints/track.ts'
import { entityEndpoints } from './entity-endpoints.ts'

/** Rows that are read, or a call. */
type Need = EntityDefinition | Pick<Endpoint, 'access'>

/**
 * Of pages that are no entity's own list. All are needed; of a list within, one is enough. One that is not named opens to
 * everybody who is given it.
 */
const pageNeeds: Partial<Record<RoutePath, readonly (Need | readonly Need[])[]>> = {
  '/AddProduct': [mallProduct, entityEndpoints(mallProduct).save],
  '/AlarmHistorytc': [alarm],
  '/AnnouncementList': [announcement],
  '/AnnouncementListtc': [announcement],
  '/AuditNotice': [approvalCase, waitingApprovals],
  '/Allocate': [device],
  '/AttendanceInfoList': [attendanceDay],
  '/AttendanceList': [attendanceRule],
  '/Commodity': [mallProduct],
  '/DeviceDtail': [device],
  '/ProDeviceList': [device],
  '/EdAbsenceList': [attendanceFaults],
  '/EdAttendanceInfoList': [attendanceFaults],
  '/MallData': [mallOrder],
  '/Recharge': [createBills],
  '/Recharge2': [createBills],
  '/Track_gps_jf': [trackPoints],
  '/VCRListtc': [recording],
  '/advertisingReview': [advertisement, entityEndpoints(advertisement).command('approve')],
  '/alarmList': [alarm],
  '/alarmTongji': [alarmStatistics],
  '/allocation': [allocate],
  '/altitude': [device],
  '/analyze': [report],
  '/attendance': [punchPlaces],
  '/audio': [device, sendDeviceCommand],
  '/baseStationEdit': [baseStation, entityEndpoints(baseStation).save],
  '/bilList': [bill],
  '/closegate': [device, sendSwitch],
  '/controlBar': [fleetPoints],
  '/cutoff': [device, sendSwitch],
  '/dataModel': [productReading, product],
  '/deviceActive': [activations],
  '/deviceReload': [device, sendDeviceCommand],
  '/deviceVoice': [device, sendDeviceCommand],
  '/devicelistcomponent': [fleetPoints],
  '/distribute': [device, sendSettings],
  '/drawingList1': [drawing],
  '/dtudz': [device],
  '/elecCard': [device],
  '/electronic': [device],
  '/dutyUser': [dutyShift],
  '/fenceInfo': [fence],
  '/fenceMap': [fenceShapes],
  '/figure': [device],
  '/gateay_4G': [device, sendSwitch],
  '/group': [fleetPoints, deviceGroup],
  '/harmfalgas': [device],
  '/heart_rate': [device],
  '/index4map': [fleetPoints],
  '/index4video': [camera, watchCamera],
  '/index4video_baba': [camera, watchCamera],
  '/index4manager': [peopleInCharge],
  '/index4personnel': [presenceOfPeople],
  '/indoorMap': [indoorFloors],
  '/installationMap': [fleetPoints],
  '/jzvideo': [recording],
  '/location': [fleetPoints],
  '/locations': [fleetPoints],
  '/locations_jf': [fleetPoints, wornDevices],
  '/lockdie': [device, sendSwitch],
  '/lockundie': [device, sendSwitch],
  '/myDay': [patrolRound],
  '/management1': [[workPlan, stockItem, inspection, workItem, workLog]],
  '/monitor': [camera, watchCamera],
  '/monitoringVideo': [camera, recordedOfCameras],
  '/moreRoom': [runningConferences],
  '/myMonth': [ownMonth],
  '/multiVoice': [openConference],
  '/netSingle': [device],
  '/odor': [device],
  '/onlineStatus': [onlineHistory],
  '/operations': [operationsBoard],
  '/oxygen': [device],
  '/PhotoList': [photo],
  '/packageList': [simPackage, simCard],
  '/paypal': [createBills],
  '/picture': [photo],
  '/productCategory': [mallProduct],
  '/province': [fleetPoints],
  '/pubMusic': [device, sendDeviceCommand],
  '/randomReload': [device, sendDeviceCommand],
  '/regulatoryUser': [monitoredPerson],
  '/retention': [readRetention],
  '/rightsManagement': [[doorRight, doorEvent, call]],
  '/roOm': [openConference],
  '/setup': [setupFacts],
  '/shiftReport': [shiftReport],
  '/signInRules': [getSignInRules],
  '/identityProvider': [getProvider],
  '/siteAnnouncement': [announcementReceipt],
  '/table': [latestReading],
  '/tables': [latestReading],
  '/tempature': [device],
  '/tempature_people': [device],
  '/topup': [createBills],
  '/topup1': [createBills],
  '/topup2': [createBills],
  '/timeMachine': [replay],
  '/track': [trackPoints],
  '/track_gps': [trackPoints],
  '/txVideios': [fleetPoints, callDevicesIntoRoom],
  '/uploadForm': [uploadFile],
  '/uwb': [indoorFloors],
  '/uwbDrawingList': [drawing],
  '/uwbfull': [indoorFloors],
  '/uwbserver': [uwbServer],
  '/vedio': [camera, watchCamera],
  '/videoManage': [video],
  '/videoMonitoring': [camera, watchCamera],
  '/video_capture': [entityEndpoints(photo).save, uploadHeaderImage, [watchCamera, video]],
  '/vocs': [device],
  '/waterCard': [device],
  '/xwgas': [device],
}

/** What pages of entities are for besides their list. */
const entityNeeds: Partial<Record<string, readonly Need[]>> = {
  [approvalCase.key]: [waitingApprovals],
}

const byName = new Map<string, readonly (Need | readonly Need[])[]>([
  ...Object.entries(pageNeeds).map(([path, needs]) => [routeName(path), needs] as const),
  // The page of an entity lists it.
  ...entities.flatMap(entity =>
    entity.page ? [[routeName(entity.page.path), [entity, ...(entityNeeds[entity.key] ?? [])]] as const] : [],
  ),
])

const permissionOfNeed = (need: Need): string =>
  'schema' in need ? permissionFor(need, 'read') : need.access

/** True where the page of this route shows more than a refusal to who holds the permissions. */
export function pageOpens(name: string, may: (permission: string) => boolean): boolean {
  return (byName.get(name) ?? []).every(needed =>
    'some' in needed ? needed.some(each => may(permissionOfNeed(each))) : may(permissionOfNeed(needed)),
  )
}
