// Every entity of the product, for whoever must walk over all of them.

import { department, resource, role, tenant, user } from './access/access.ts'
import { advertisement } from './advert/advertisement.ts'
import { advertCampaign } from './advert/campaign.ts'
import { advertDelivery, advertFigure } from './advert/delivery.ts'
import { alarm } from './alarm/alarm.ts'
import { alarmRule, alarmTest } from './alarm/alarm-rule.ts'
import { alarmText } from './alarm/alarm-text.ts'
import { announcement } from './announcement/announcement.ts'
import { announcementReceipt } from './announcement/receipt.ts'
import { approvalCase } from './approval/approval-case.ts'
import { approvalFlow } from './approval/approval-flow.ts'
import { standIn } from './approval/stand-in.ts'
import { attendanceDay } from './attendance/attendance-day.ts'
import { attendanceCorrection } from './attendance/correction.ts'
import { punch } from './attendance/punch.ts'
import { attendanceAssignment, attendanceRule, calendarDay, monthClose } from './attendance/rule.ts'
import { bill } from './billing/bill.ts'
import { simBinding, simCard, simOrder } from './billing/sim-card.ts'
import { simPackage } from './billing/sim-package.ts'
import { board } from './board/board.ts'
import { camera } from './camera/camera.ts'
import { evidenceCase } from './case-file/evidence-case.ts'
import { building, unit } from './community/building.ts'
import { community } from './community/community.ts'
import { companyCommunity, propertyCompany, propertyStaff } from './community/property.ts'
import { room, roomDoor } from './community/room.ts'
import { website } from './community/website.ts'
import { conferenceRoom } from './conference/conference.ts'
import { allocation } from './device/allocation.ts'
import { deviceCategory, deviceGroup, product } from './device/catalogue.ts'
import { commandBatch, deviceCommand } from './device/command.ts'
import { device } from './device/device.ts'
import { latestReading } from './device/latest-reading.ts'
import { productReading } from './device/product-reading.ts'
import { productionBatch, productionRecord } from './device/production.ts'
import { dutyRecord } from './duty/duty-record.ts'
import { dutyShift } from './duty/duty-shift.ts'
import { dutySwap } from './duty/duty-swap.ts'
import { patrolPoint, patrolRound, patrolRoute } from './duty/patrol.ts'
import { emergency } from './emergency/emergency.ts'
import type { EntityDefinition } from './entity.ts'
import { faceCapture, faceLibrary, faceSample } from './face/face.ts'
import { feeBill } from './fees/fee-bill.ts'
import { feeRun } from './fees/fee-run.ts'
import { meter, meterReading } from './fees/meter.ts'
import { tariff } from './fees/tariff.ts'
import { fence, fenceEvent } from './fence/fence.ts'
import { storedFile } from './file/stored-file.ts'
import { baseStation, drawing, indoorZone, uwbServer } from './indoor/indoor.ts'
import { apiKey } from './integration/api-key.ts'
import { webhook, webhookDelivery } from './integration/webhook.ts'
import { call } from './intercom/call.ts'
import { doorCard, doorEvent, doorRight } from './intercom/door.ts'
import { job } from './job/job.ts'
import { leaveType } from './leave/leave-kind.ts'
import { leaveRequest } from './leave/leave-request.ts'
import { occupancy } from './living/occupancy.ts'
import { resident } from './living/resident.ts'
import { residentFace } from './living/resident-face.ts'
import { afterSale } from './mall/after-sale.ts'
import { freightTemplate } from './mall/freight-template.ts'
import { mallBanner } from './mall/mall-banner.ts'
import { mallCategory } from './mall/mall-category.ts'
import { mallOrder } from './mall/mall-order.ts'
import { mallProduct, mallSku } from './mall/mall-product.ts'
import { mallReview } from './mall/mall-review.ts'
import { mallSpec } from './mall/mall-spec.ts'
import { merchant } from './mall/merchant.ts'
import { settlement } from './mall/settlement.ts'
import { shipment } from './mall/shipment.ts'
import { stockMove } from './mall/stock-move.ts'
import { photo } from './media/photo.ts'
import { video } from './media/video.ts'
import { muster } from './muster/muster.ts'
import { notice } from './notice/notice.ts'
import { application } from './people/application.ts'
import { post } from './people/post.ts'
import { worker } from './people/worker.ts'
import { recording } from './recordings/recording.ts'
import { replayMark } from './replay/replay-mark.ts'
import { report } from './report/report.ts'
import { responseCard } from './response/response-card.ts'
import { inspection, inspectionRecord } from './site/inspection.ts'
import { project } from './site/project.ts'
import { stockItem, stockMovement, stockReservation } from './site/stock-item.ts'
import { workItem } from './site/work-item.ts'
import { workLog } from './site/work-log.ts'
import { workPlan } from './site/work-plan.ts'
import { monitoredPerson } from './supervision/monitored-person.ts'
import {
  authorisation,
  incident,
  supervisionCondition,
  supervisionPermit,
  wearing,
} from './supervision/records.ts'
import { task } from './task/task.ts'
import { wall } from './wall/wall.ts'

const listed = [
  advertisement,
  advertCampaign,
  advertDelivery,
  advertFigure,
  dutyShift,
  dutySwap,
  dutyRecord,
  patrolRound,
  patrolRoute,
  patrolPoint,
  device,
  deviceCategory,
  deviceGroup,
  product,
  deviceCommand,
  alarm,
  responseCard,
  muster,
  board,
  user,
  role,
  resource,
  apiKey,
  webhook,
  webhookDelivery,
  department,
  tenant,
  task,
  job,
  call,
  doorEvent,
  doorCard,
  doorRight,
  notice,
  allocation,
  productionBatch,
  productionRecord,
  productReading,
  latestReading,
  commandBatch,
  alarmRule,
  alarmTest,
  alarmText,
  simCard,
  simBinding,
  simOrder,
  simPackage,
  bill,
  report,
  storedFile,
  faceLibrary,
  faceSample,
  faceCapture,
  photo,
  video,
  recording,
  fence,
  fenceEvent,
  drawing,
  uwbServer,
  baseStation,
  indoorZone,
  conferenceRoom,
  camera,
  attendanceRule,
  calendarDay,
  attendanceAssignment,
  monthClose,
  punch,
  attendanceDay,
  attendanceCorrection,
  monitoredPerson,
  wearing,
  authorisation,
  supervisionCondition,
  supervisionPermit,
  incident,
  approvalCase,
  approvalFlow,
  standIn,
  announcement,
  announcementReceipt,
  worker,
  post,
  leaveRequest,
  leaveType,
  project,
  workPlan,
  stockItem,
  stockMovement,
  stockReservation,
  inspection,
  inspectionRecord,
  workItem,
  workLog,
  application,
  community,
  building,
  unit,
  room,
  roomDoor,
  propertyCompany,
  companyCommunity,
  propertyStaff,
  website,
  meter,
  meterReading,
  tariff,
  feeRun,
  evidenceCase,
  emergency,
  replayMark,
  feeBill,
  resident,
  occupancy,
  residentFace,
  merchant,
  mallCategory,
  mallSpec,
  mallProduct,
  mallSku,
  stockMove,
  freightTemplate,
  mallBanner,
  mallReview,
  mallOrder,
  shipment,
  afterSale,
  settlement,
  wall,
] as const satisfies readonly EntityDefinition[]

export const entities: readonly EntityDefinition[] = listed

/** Names an entity. What is said of all of them is a record over these: who is not listed does not compile. */
export type EntityKey = (typeof listed)[number]['key']

/** The definition behind a key. */
export type EntityOf<Key extends EntityKey> = Extract<(typeof listed)[number], { key: Key }>

/** The definition of an entity that a row or an address names. */
export function entityNamed(key: string): EntityDefinition {
  const found = entities.find(entity => entity.key === key)
  if (!found) throw new Error(`no entity ${key}`)
  return found
}
