// Every entity in the console: what it is called where its list is not open, and where its view is. An entity that is not
// listed here, or a command that may wait without a name, does not compile.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EntityKey, EntityOf } from '../domain/entities.ts'
import type { View } from '../resource/view.ts'

/** Commands of an entity, and new rows, that are kept for later while the network is away. */
type Waiting<Key extends EntityKey> =
  | {
      [Name in keyof EntityOf<Key>['commands'] & string]: EntityOf<Key>['commands'][Name] extends {
        offline: 'queue'
      }
        ? Name
        : never
    }[keyof EntityOf<Key>['commands'] & string]
  | (true extends EntityOf<Key>['waitsNew'] ? 'save' : never)

type InConsole<Key extends EntityKey> = {
  /** Its list, in tasks and wherever rows are spoken of that stand elsewhere. */
  name: MessageDescriptor
  /** Its view, fetched when it is wanted; undefined for what is drawn and never listed. */
  view: (() => Promise<View>) | undefined
} & ([Waiting<Key>] extends [never]
  ? { waiting?: never }
  : {
      /** What waits, as the tray calls it. */
      waiting: Record<Waiting<Key>, MessageDescriptor>
    })

export const entityRegistry: { [Key in EntityKey]: InConsole<Key> } = {
  advertisement: {
    name: msg({ context: 'page', message: 'Advertisements' }),
    view: async () => (await import('../features/adverts/advertisement.view.tsx')).advertisementView,
  },
  advertCampaign: {
    name: msg`Campaigns`,
    view: async () => (await import('../features/adverts/campaign.view.tsx')).campaignView,
  },
  advertDelivery: {
    name: msg({ context: 'page', message: 'Advertisement delivery' }),
    view: async () => (await import('../features/adverts/delivery.view.tsx')).deliveryView,
  },
  advertFigure: {
    name: msg`Proof of play`,
    view: async () => (await import('../features/adverts/figure.view.tsx')).figureView,
  },
  dutyShift: {
    name: msg`Shifts`,
    view: async () => (await import('../features/duty/duty-shift.view.tsx')).dutyShiftView,
  },
  dutySwap: {
    name: msg`Swaps`,
    view: async () => (await import('../features/duty/duty-swap.view.tsx')).dutySwapView,
  },
  dutyRecord: {
    name: msg({ context: 'page', message: 'Duty records' }),
    waiting: { save: msg`Duty record`, sign: msg`Sign the handover` },
    view: async () => (await import('../features/duty/duty-record.view.tsx')).dutyRecordView,
  },
  patrolRound: {
    name: msg({ context: 'page', message: 'Patrol rounds' }),
    waiting: { visit: msg`Point of a round` },
    view: async () => (await import('../features/duty/patrol.view.tsx')).patrolRoundView,
  },
  patrolRoute: {
    name: msg({ context: 'page', message: 'Patrol routes' }),
    view: async () => (await import('../features/duty/patrol.view.tsx')).patrolRouteView,
  },
  patrolPoint: {
    name: msg({ context: 'page', message: 'Patrol points' }),
    view: async () => (await import('../features/duty/patrol.view.tsx')).patrolPointView,
  },
  device: {
    name: msg`Devices`,
    waiting: { place: msg`Put on the map` },
    view: async () => (await import('../features/devices/device.view.tsx')).deviceView,
  },
  deviceCategory: {
    name: msg`Device categories`,
    view: async () => (await import('../features/devices/device-category.view.tsx')).deviceCategoryView,
  },
  deviceGroup: {
    name: msg`Device groups`,
    view: async () => (await import('../features/devices/device-group.view.tsx')).deviceGroupView,
  },
  product: {
    name: msg`Products`,
    view: async () => (await import('../features/devices/product.view.tsx')).productView,
  },
  deviceCommand: {
    name: msg`Commands`,
    view: async () => (await import('../features/devices/device-command.view.tsx')).deviceCommandView,
  },
  commandBatch: {
    name: msg`Commands`,
    view: async () => (await import('../features/devices/commands/device-command.view.tsx')).batchView,
  },
  latestReading: {
    name: msg`Readings`,
    view: async () =>
      (await import('../features/devices/readings/latest.view.tsx')).latestView({ models: [] }),
  },
  productReading: {
    name: msg({ context: 'page', message: 'Data model' }),
    view: async () => (await import('../features/devices/readings/model.view.tsx')).modelView,
  },
  allocation: {
    name: msg({ context: 'page', message: 'Allocations' }),
    view: async () => (await import('../features/devices/life/allocation.view.tsx')).allocationView,
  },
  productionBatch: {
    name: msg({ context: 'page', message: 'Production' }),
    view: async () => (await import('../features/devices/life/batch.view.tsx')).batchView,
  },
  productionRecord: {
    name: msg({ context: 'page', message: 'Production records' }),
    view: async () => (await import('../features/devices/life/record.view.tsx')).recordView,
  },
  alarm: {
    name: msg`Alarms`,
    waiting: {
      read: msg`Mark as read`,
      acknowledge: msg`Acknowledge the alarm`,
      comment: msg`Comment on the alarm`,
      handle: msg`Handle the alarm`,
      respond: msg`Step of a response card`,
    },
    view: async () => (await import('../features/alarms/alarm.view.tsx')).alarmView,
  },
  apiKey: {
    name: msg({ context: 'page', message: 'API keys' }),
    view: async () => (await import('../features/integrations/api-key.view.tsx')).apiKeyView,
  },
  webhook: {
    name: msg({ context: 'page', message: 'Webhooks' }),
    view: async () => (await import('../features/integrations/webhook.view.tsx')).webhookView,
  },
  webhookDelivery: {
    name: msg({ context: 'page', message: 'Webhook deliveries' }),
    view: async () =>
      (await import('../features/integrations/webhook-delivery.view.tsx')).webhookDeliveryView,
  },
  wall: {
    name: msg({ context: 'page', message: 'Walls' }),
    view: async () => (await import('../features/wall/wall.view.tsx')).wallView,
  },
  responseCard: {
    name: msg({ context: 'page', message: 'Response cards' }),
    view: async () => (await import('../features/response/response-card.view.tsx')).responseCardView,
  },
  muster: {
    name: msg({ context: 'page', message: 'Roll calls' }),
    waiting: {
      sight: msg`Tick on a roll call`,
      addPerson: msg`Person added to a roll call`,
      countHeads: msg`Heads at a gathering point`,
    },
    view: async () => (await import('../features/muster/muster.view.tsx')).musterView,
  },
  board: {
    name: msg({ context: 'page', message: 'Boards' }),
    view: async () => (await import('../features/boards/board.view.tsx')).boardView,
  },
  alarmRule: {
    name: msg`Alarm rules`,
    view: async () => (await import('../features/alarms/alarm-rule.view.tsx')).alarmRuleView,
  },
  alarmTest: {
    name: msg`On test`,
    view: async () => (await import('../features/alarms/alarm-test.view.tsx')).alarmTestView,
  },
  alarmText: {
    name: msg`Text messages`,
    view: async () => (await import('../features/alarms/alarm-text.view.tsx')).alarmTextView,
  },
  simCard: {
    name: msg`SIM cards`,
    view: async () => (await import('../features/billing/sim-cards/sim-card.view.tsx')).simCardView,
  },
  simBinding: {
    name: msg`Device and card bindings`,
    view: async () => (await import('../features/billing/sim-cards/sim-binding.view.tsx')).simBindingView,
  },
  simPackage: {
    name: msg`Packages`,
    view: async () => (await import('../features/billing/sim-cards/sim-package.view.tsx')).simPackageView,
  },
  simOrder: {
    name: msg`Orders to the carrier`,
    view: async () => (await import('../features/billing/sim-cards/sim-order.view.tsx')).simOrderView,
  },
  bill: {
    name: msg`Bills`,
    view: async () => (await import('../features/billing/pay/bill.view.tsx')).billView,
  },
  doorCard: {
    name: msg`Door cards`,
    view: async () => (await import('../features/doors/door-card.view.tsx')).doorCardView,
  },
  doorRight: {
    name: msg`Door rights`,
    view: async () => (await import('../features/doors/door-right.view.tsx')).doorRightView,
  },
  doorEvent: {
    name: msg`Access events`,
    view: async () => (await import('../features/doors/door-event.view.tsx')).doorEventView,
  },
  call: {
    name: msg`Call log`,
    view: async () => (await import('../features/doors/call.view.tsx')).callView,
  },
  notice: {
    name: msg({ context: 'page', message: 'Message centre' }),
    waiting: { read: msg`Mark as read`, unread: msg`Mark as unread` },
    view: async () => (await import('./notice-centre.view.tsx')).noticeCentreView,
  },
  faceLibrary: {
    name: msg({ context: 'page', message: 'Face libraries' }),
    view: async () => (await import('../features/faces/face-library.view.tsx')).faceLibraryView,
  },
  faceSample: {
    name: msg({ context: 'page', message: 'Face samples' }),
    view: async () => (await import('../features/faces/face-sample.view.tsx')).faceSampleView,
  },
  faceCapture: {
    name: msg({ context: 'page', message: 'Face captures' }),
    view: async () => (await import('../features/faces/face-capture.view.tsx')).faceCaptureView,
  },
  fence: {
    name: msg({ context: 'page', message: 'Geofences' }),
    view: async () => (await import('../features/fences/fence.view.tsx')).fenceView,
  },
  fenceEvent: {
    name: msg`Entries and exits`,
    view: async () => (await import('../features/fences/fence-event.view.tsx')).fenceEventView,
  },
  meter: {
    name: msg({ context: 'page', message: 'Meters' }),
    waiting: { takeReading: msg`Reading of a meter` },
    view: async () => (await import('../features/fees/meter.view.tsx')).meterView,
  },
  meterReading: {
    name: msg`Readings of meters`,
    waiting: { save: msg`Reading of a meter` },
    view: async () => (await import('../features/fees/meter-reading.view.tsx')).meterReadingView,
  },
  tariff: {
    name: msg`Tariffs`,
    view: async () => (await import('../features/fees/tariff.view.tsx')).tariffView,
  },
  emergency: {
    name: msg({ context: 'page', message: 'Emergencies' }),
    waiting: { note: msg`Note on an emergency` },
    view: async () => (await import('../features/emergency/emergency.view.tsx')).emergencyView,
  },
  replayMark: {
    name: msg`Bookmarks`,
    view: async () => (await import('../features/replay/replay-mark.view.tsx')).replayMarkView,
  },
  evidenceCase: {
    name: msg({ context: 'page', message: 'Evidence cases' }),
    view: async () => (await import('../features/cases/evidence-case.view.tsx')).evidenceCaseView,
  },
  feeRun: {
    name: msg({ context: 'page', message: 'Fee runs' }),
    view: async () => (await import('../features/fees/fee-run.view.tsx')).feeRunView,
  },
  feeBill: {
    name: msg`Bills of rooms`,
    view: async () => (await import('../features/fees/fee-bill.view.tsx')).feeBillView,
  },
  drawing: {
    name: msg({ context: 'page', message: 'Drawings' }),
    view: async () => (await import('../features/indoor/drawing.view.tsx')).drawingView,
  },
  uwbServer: {
    name: msg({ context: 'page', message: 'UWB servers' }),
    view: async () => (await import('../features/indoor/uwb-server.view.tsx')).uwbServerView,
  },
  baseStation: {
    name: msg({ context: 'page', message: 'Base stations' }),
    view: async () => (await import('../features/indoor/base-station.view.tsx')).baseStationView,
  },
  // Drawn on its floor.
  indoorZone: { name: msg`Zones`, view: undefined },
  // Chosen where rooms are opened.
  conferenceRoom: {
    name: msg`Conference rooms`,
    view: async () => (await import('../features/conference/conference-room.view.tsx')).conferenceRoomView,
  },
  camera: {
    name: msg({ context: 'page', message: 'Cameras' }),
    view: async () => (await import('../features/video/camera.view.tsx')).cameraView,
  },
  worker: {
    name: msg({ context: 'page', message: 'Site staff' }),
    view: async () => (await import('../features/people/worker.view.tsx')).workerView,
  },
  post: {
    name: msg({ context: 'page', message: 'Positions' }),
    view: async () => (await import('../features/people/post.view.tsx')).postView,
  },
  application: {
    name: msg({ context: 'page', message: 'Applications' }),
    view: async () => (await import('../features/people/application.view.tsx')).applicationView,
  },
  attendanceRule: {
    name: msg({ context: 'page', message: 'Attendance settings' }),
    view: async () => (await import('../features/attendance/rule.view.tsx')).attendanceRuleView,
  },
  calendarDay: {
    name: msg`Holidays and make-up days`,
    view: async () => (await import('../features/attendance/settings.view.tsx')).calendarDayView,
  },
  attendanceAssignment: {
    name: msg`Who goes by which rule`,
    view: async () => (await import('../features/attendance/settings.view.tsx')).assignmentView,
  },
  monthClose: {
    name: msg`Closed months`,
    view: async () => (await import('../features/attendance/settings.view.tsx')).monthCloseView,
  },
  punch: {
    name: msg({ context: 'attendance', message: 'Punches' }),
    waiting: { save: msg`Punch` },
    view: async () => (await import('../features/attendance/records.view.tsx')).punchView,
  },
  attendanceDay: {
    name: msg({ context: 'page', message: 'Attendance records' }),
    view: async () => (await import('../features/attendance/records.view.tsx')).attendanceDayView,
  },
  attendanceCorrection: {
    name: msg({ context: 'attendance', message: 'Corrections' }),
    waiting: { save: msg({ context: 'attendance', message: 'Correction' }) },
    view: async () => (await import('../features/attendance/records.view.tsx')).correctionView,
  },
  monitoredPerson: {
    name: msg({ context: 'page', message: 'Monitored persons' }),
    waiting: { checkIn: msg`Note a check-in` },
    view: async () => (await import('../features/supervision/monitored-person.view.tsx')).monitoredPersonView,
  },
  incident: {
    name: msg`Incidents`,
    waiting: { acknowledge: msg`Acknowledge the incident` },
    view: async () => (await import('../features/supervision/incident.view.tsx')).incidentView,
  },
  wearing: {
    name: msg`Devices worn`,
    view: async () => (await import('../features/supervision/records.view.tsx')).wearingView,
  },
  authorisation: {
    name: msg`Authorisations`,
    view: async () => (await import('../features/supervision/records.view.tsx')).authorisationView,
  },
  supervisionCondition: {
    name: msg`Supervision conditions`,
    view: async () => (await import('../features/supervision/records.view.tsx')).conditionView,
  },
  supervisionPermit: {
    name: msg`Permits`,
    view: async () => (await import('../features/supervision/records.view.tsx')).permitView,
  },
  leaveRequest: {
    name: msg({ context: 'page', message: 'Leave' }),
    view: async () => (await import('../features/leave/leave-request.view.tsx')).leaveRequestView,
  },
  leaveType: {
    name: msg({ context: 'page', message: 'Leave types' }),
    view: async () => (await import('../features/leave/leave-type.view.tsx')).leaveTypeView,
  },
  project: {
    name: msg`Projects`,
    view: async () => (await import('../features/site/project.view.tsx')).projectView,
  },
  workPlan: {
    name: msg({ context: 'page', message: 'Work plans' }),
    waiting: { complete: msg`Complete a work plan`, markAbnormal: msg`Mark a work plan as abnormal` },
    view: async () => (await import('../features/site/work-plan.view.tsx')).workPlanView,
  },
  stockItem: {
    name: msg({ context: 'page', message: 'Warehouse' }),
    waiting: {
      receive: msg`Receive into the store`,
      use: msg`Use from the store`,
      setAside: msg`Set aside as unqualified`,
      count: msg`Stocktaking`,
    },
    view: async () => (await import('../features/site/stock-item.view.tsx')).stockItemView,
  },
  stockMovement: {
    name: msg`Movements of the store`,
    view: async () => (await import('../features/site/stock-movement.view.tsx')).stockMovementView,
  },
  stockReservation: {
    name: msg`Kept for plans`,
    view: async () => (await import('../features/site/stock-reservation.view.tsx')).stockReservationView,
  },
  inspection: {
    name: msg({ context: 'page', message: 'Annual inspection' }),
    waiting: { inspect: msg`Inspection made` },
    view: async () => (await import('../features/site/inspection.view.tsx')).inspectionView,
  },
  inspectionRecord: {
    name: msg`Inspections made`,
    view: async () => (await import('../features/site/inspection-record.view.tsx')).inspectionRecordView,
  },
  workItem: {
    name: msg({ context: 'page', message: 'Open work' }),
    waiting: { save: msg`Add work`, finish: msg`Finish work` },
    view: async () => (await import('../features/site/work-item.view.tsx')).workItemView,
  },
  workLog: {
    name: msg({ context: 'page', message: 'Work log' }),
    waiting: { save: msg`Write a log`, submit: msg`Submit a log` },
    view: async () => (await import('../features/site/work-log.view.tsx')).workLogView,
  },
  user: {
    name: msg`Users`,
    view: async () => (await import('../features/admin/user.view.tsx')).userView,
  },
  role: {
    name: msg`Roles`,
    view: async () => (await import('../features/admin/role.view.tsx')).roleView,
  },
  resource: {
    name: msg`Permission resources`,
    view: async () => (await import('../features/admin/resource.view.tsx')).resourceView,
  },
  department: {
    name: msg`Departments`,
    view: async () => (await import('../features/admin/department.view.tsx')).departmentView,
  },
  tenant: {
    name: msg`Tenants`,
    view: async () => (await import('../features/admin/tenant.view.tsx')).tenantView,
  },
  storedFile: {
    name: msg({ context: 'page', message: 'Cloud storage' }),
    view: async () => (await import('../features/media/stored-file.view.tsx')).storedFileView,
  },
  photo: {
    name: msg({ context: 'page', message: 'Photos' }),
    waiting: { save: msg`Photo` },
    view: async () => (await import('../features/media/photo.view.tsx')).photoView,
  },
  video: {
    name: msg({ context: 'page', message: 'Videos' }),
    waiting: { save: msg`Video` },
    view: async () => (await import('../features/media/video.view.tsx')).videoView,
  },
  recording: {
    name: msg({ context: 'page', message: 'Recordings' }),
    view: async () => (await import('../features/recordings/recording.view.tsx')).recordingView,
  },
  report: {
    name: msg({ context: 'page', message: 'Reports' }),
    view: async () => (await import('../features/reports/report.view.tsx')).reportView,
  },
  task: {
    name: msg`Download tasks`,
    view: async () => (await import('../features/reports/task.view.tsx')).taskView,
  },
  job: {
    name: msg`Background jobs`,
    view: async () => (await import('../features/reports/job.view.tsx')).jobView,
  },
  approvalCase: {
    name: msg({ context: 'page', message: 'Approvals' }),
    view: async () => (await import('../features/approvals/approval-case.view.tsx')).approvalCaseView,
  },
  approvalFlow: {
    name: msg({ context: 'page', message: 'Approval nodes' }),
    view: async () => (await import('../features/approvals/approval-flow.view.tsx')).approvalFlowView,
  },
  standIn: {
    name: msg({ context: 'page', message: 'Stand-ins' }),
    view: async () => (await import('../features/approvals/stand-in.view.tsx')).standInView,
  },
  announcement: {
    name: msg({ context: 'page', message: 'Announcements' }),
    view: async () => (await import('../features/announcements/announcement.view.tsx')).announcementView,
  },
  announcementReceipt: {
    name: msg({ context: 'page', message: 'Site announcements' }),
    waiting: { read: msg`Mark as read`, confirm: msg`Confirm an announcement` },
    view: async () => (await import('../features/announcements/receipt.view.tsx')).receiptView,
  },
  community: {
    name: msg({ context: 'page', message: 'Communities' }),
    view: async () => (await import('../features/community/community.view.tsx')).communityView,
  },
  building: {
    name: msg({ context: 'page', message: 'Buildings' }),
    view: async () => (await import('../features/community/building.view.tsx')).buildingView,
  },
  unit: {
    name: msg({ context: 'page', message: 'Units' }),
    view: async () => (await import('../features/community/building.view.tsx')).unitView,
  },
  room: {
    name: msg({ context: 'page', message: 'Rooms' }),
    view: async () => (await import('../features/community/room.view.tsx')).roomView,
  },
  roomDoor: {
    name: msg`Doors of rooms`,
    view: async () => (await import('../features/community/room.view.tsx')).roomDoorView,
  },
  propertyCompany: {
    name: msg({ context: 'page', message: 'Property companies' }),
    view: async () => (await import('../features/community/property.view.tsx')).propertyCompanyView,
  },
  companyCommunity: {
    name: msg`Communities of companies`,
    view: async () => (await import('../features/community/property.view.tsx')).companyCommunityView,
  },
  propertyStaff: {
    name: msg({ context: 'page', message: 'Property staff' }),
    view: async () => (await import('../features/community/property.view.tsx')).propertyStaffView,
  },
  website: {
    name: msg({ context: 'page', message: 'Website' }),
    view: async () => (await import('../features/community/website.view.tsx')).websiteView,
  },
  resident: {
    name: msg`Residents`,
    view: async () => (await import('../features/living/resident.view.tsx')).residentView,
  },
  occupancy: {
    name: msg({ context: 'page', message: 'Binding review' }),
    view: async () => (await import('../features/living/occupancy.view.tsx')).occupancyView,
  },
  residentFace: {
    name: msg({ context: 'page', message: 'Face verification' }),
    view: async () => (await import('../features/living/resident-face.view.tsx')).residentFaceView,
  },
  merchant: {
    name: msg({ context: 'page', message: 'Merchants' }),
    view: async () => (await import('../features/mall/merchant.view.tsx')).merchantView,
  },
  mallCategory: {
    name: msg({ context: 'page', message: 'Goods categories' }),
    view: async () => (await import('../features/mall/mall-category.view.tsx')).mallCategoryView,
  },
  mallSpec: {
    name: msg({ context: 'page', message: 'Goods specifications' }),
    view: async () => (await import('../features/mall/mall-spec.view.tsx')).mallSpecView,
  },
  mallProduct: {
    name: msg({ context: 'page', message: 'Goods' }),
    view: async () => (await import('../features/mall/mall-product.view.tsx')).mallProductView,
  },
  mallSku: {
    name: msg`Stock of goods`,
    view: async () => (await import('../features/mall/mall-sku.view.tsx')).mallSkuView,
  },
  stockMove: {
    name: msg`Stock movements of the mall`,
    view: async () => (await import('../features/mall/stock-move.view.tsx')).stockMoveView,
  },
  freightTemplate: {
    name: msg({ context: 'page', message: 'Freight templates' }),
    view: async () => (await import('../features/mall/freight-template.view.tsx')).freightTemplateView,
  },
  mallBanner: {
    name: msg({ context: 'page', message: 'Mall banners' }),
    view: async () => (await import('../features/mall/mall-banner.view.tsx')).mallBannerView,
  },
  mallReview: {
    name: msg({ context: 'page', message: 'Goods reviews' }),
    view: async () => (await import('../features/mall/mall-review.view.tsx')).mallReviewView,
  },
  mallOrder: {
    name: msg({ context: 'page', message: 'Orders' }),
    view: async () => (await import('../features/mall-orders/mall-order.view.tsx')).mallOrderView,
  },
  shipment: { name: msg`Parcels`, view: undefined },
  afterSale: {
    name: msg({ context: 'page', message: 'After-sales orders' }),
    view: async () => (await import('../features/mall-orders/after-sale.view.tsx')).afterSaleView,
  },
  settlement: {
    name: msg`Settlements`,
    view: async () => (await import('../features/mall-orders/settlement.view.tsx')).settlementView,
  },
}
