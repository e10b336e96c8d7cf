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
    },
    view: async () => (await import('../features/alarms/alarm.view.tsx')).alarmView,
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
}
