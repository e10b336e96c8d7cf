// A device of the fleet: identity, place, live state.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, imei, latitude, longitude, moment, nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'
import { refusing } from '../hindrance.ts'
import { partOf } from '../keys.ts'
import { FILE_ADDRESS, ICCID, IMSI, NAME_LENGTH, NUMBER_LENGTH, PLACE_LENGTH } from '../limits.ts'
import { type CommandKind, understands } from './command-input.ts'
import { type DeviceLifecycle, deviceLifecycle, stepFrom } from './lifecycle.ts'
import { imageAddress, sku } from './sku.ts'
import { stateFields } from './state-fields.ts'

export const deviceState = z.enum(['offline', 'online', 'notActivated', 'abnormal'])
export const deviceKinds = [
  'helmet',
  'wristband',
  'watch',
  'ankleBracelet',
  'locator',
  'smokeDetector',
  'fireButton',
  'gasSensor',
  'waterPressure',
  'airSwitch',
  'breaker',
  'camera',
  'doorUnit',
  'uwbStation',
  'electricityMeter',
  'environment',
  'gateway',
  'dtu',
] as const
export const deviceKind = z.enum(deviceKinds)
export const messageType = z.enum(['json', 'compact'])
export const network = z.enum(['4g', 'nb'])
export const operator = z.enum(['mobile', 'unicom', 'telecom', 'other'])

export type DeviceState = z.output<typeof deviceState>
export type DeviceKind = z.output<typeof deviceKind>

const editable = {
  name: nonEmpty(NAME_LENGTH),
  number: z.optional(text(NUMBER_LENGTH)),
  model: z.optional(text(40)),
  style: z.optional(text(40)),
  categoryId: id,
  productId: z.optional(z.nullable(id)),
  groupId: z.optional(z.nullable(id)),
  departmentId: z.optional(z.nullable(id)),
  wearerName: z.optional(text(60)),
  responsibleName: z.optional(text(60)),
  responsiblePhone: z.optional(z.union([phone, z.literal('')])),
  installLocation: z.optional(text(PLACE_LENGTH)),
  community: z.optional(text(60)),
  building: z.optional(text(30)),
  unit: z.optional(text(30)),
  roomNo: z.optional(text(30)),
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  imsi: z.optional(z.union([z.string().check(z.regex(IMSI, { error: 'imsi' })), z.literal('')])),
  iccid: z.optional(z.union([z.string().check(z.regex(ICCID, { error: 'iccid' })), z.literal('')])),
  supplier: z.optional(text(60)),
  manufacturerId: z.optional(text(40)),
  operator: z.optional(operator),
  network: z.optional(network),
  transparent: z.optional(z.boolean()),
  powerSaving: z.optional(z.boolean()),
  messageType: z.optional(messageType),
  sku: z.optional(z.nullable(sku)),
  indoorImage: z.optional(z.nullable(z.union([imageAddress, z.literal('')]))),
  /** The gateway a switch hangs on, and its place there. */
  gatewayId: z.optional(z.nullable(id)),
  channel: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(64)))),
  /** Of a door unit: whoever is on duty at this post by the roster is rung; null, or nobody there: all who may answer. */
  ringPostId: z.optional(z.nullable(id)),
}

interface Hearing {
  kind: DeviceKind
  state: DeviceState
  lifecycle: DeviceLifecycle
}

/** A command means something to a device of its kind that lives and has been heard. */
const hearing =
  (order: CommandKind) =>
  ({ kind, state, lifecycle }: Hearing) => {
    if (lifecycle === 'recycled') return refusing('device.recycled', { of: 'lifecycle' })
    if (!understands(kind, order)) return refusing('command.notUnderstood')
    return state === 'notActivated' ? refusing('device.offline', { of: 'state' }) : undefined
  }

export const deviceGrants: PermissionGrants = {
  menu: 'DeviceList',
  property: [
    'share',
    'read',
    'settings',
    'command',
    'switch',
    'export',
    'save',
    'import',
    'group',
    'stock',
    'bind',
    'place',
    'unlock',
  ],
  patrol: ['read', 'place'],
  duty: ['read', 'command', 'switch', 'export', 'unlock'],
}

export const device = defineEntity({
  key: 'device',
  service: 'device',
  permission: 'device',
  grants: deviceGrants,
  page: {
    path: '/DeviceList',
    layout: 'console',
    titleZh: '设备列表',
    titleEn: 'Devices',
    directory: 'Devices',
    first: true,
    icon: 'helmet',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...editable,
    imei,
    /** What its label says, given by the server. */
    labelCode: z.optional(z.string()),
    kind: deviceKind,
    categoryName: z.optional(z.nullable(z.string())),
    categoryEnName: z.optional(z.nullable(z.string())),
    productName: z.optional(z.nullable(z.string())),
    groupName: z.optional(z.nullable(z.string())),
    departmentName: z.optional(z.nullable(z.string())),
    state: deviceState,
    lifecycle: deviceLifecycle,
    /** Bars 0 to 4. */
    signal: z.nullable(z.int()),
    /** Per cent. */
    battery: z.nullable(z.int()),
    mainsPower: z.nullable(z.boolean()),
    ...partOf(stateFields, 'stored'),
    gatewayName: z.optional(z.nullable(z.string())),
    ringPostName: z.optional(z.nullable(z.string())),
    /** Why it was bound or to whom, in words of who did it. */
    boundTo: z.nullable(z.string()),
    boundAt: z.nullable(moment),
    // As it was stored: older rows may hold what a form no longer takes.
    sku: z.optional(z.nullable(z.string())),
    indoorImage: z.optional(z.nullable(z.string())),
    /** Put on the map, and by whom. */
    placedAt: z.optional(z.nullable(moment)),
    placedBy: z.optional(z.nullable(z.string())),
    appVersion: z.optional(z.nullable(z.string())),
    systemVersion: z.optional(z.nullable(z.string())),
    lastMessageAt: z.nullable(moment),
    connectedAt: z.nullable(moment),
    offlineAt: z.nullable(moment),
    activatedAt: z.nullable(moment),
    inStock: z.boolean(),
    stockedInAt: z.nullable(moment),
  }),
  write: z.object({
    imei,
    ...editable,
    /** Only of a new device: whether it lies in the store already. */
    startIn: z.optional(z.enum(['pendingStockIn', 'inStock'])),
    /** Binds it at once, with the steps in between. */
    boundTo: z.optional(text(60)),
  }),
  filters: {
    name: 'contains',
    imei: 'contains',
    state: 'oneOf',
    kind: 'oneOf',
    lifecycle: 'oneOf',
    categoryId: 'equals',
    productId: 'equals',
    groupId: 'equals',
    departmentId: 'equals',
    gatewayId: 'equals',
    iccid: 'contains',
    activatedAt: 'range',
    building: 'contains',
    battery: 'range',
    lastMessageAt: 'range',
  },
  sorts: ['name', 'imei', 'state', 'kind', 'battery', 'signal', 'lastMessageAt', 'createdAt', 'activatedAt'],
  defaultSort: 'name',
  search: ['name', 'imei', 'number', 'wearerName', 'installLocation'],
  countBy: 'state',
  department: 'departmentId',
  refs: {
    categoryId: { entity: 'deviceCategory', label: 'categoryName', english: 'categoryEnName' },
    productId: { entity: 'product', label: 'productName' },
    groupId: { entity: 'deviceGroup', label: 'groupName' },
    departmentId: { entity: 'department', label: 'departmentName' },
    gatewayId: { entity: 'device', label: 'gatewayName' },
    ringPostId: { entity: 'post', label: 'ringPostName' },
  },
  shownIn: ['latestReading', 'productionRecord'],
  removable: true,
  importable: true,
  commands: {
    assignGroup: {
      permission: 'device.group',
      input: z.object({ groupId: z.nullable(id) }),
      undo: 'assignGroup',
    },
    stockIn: { permission: 'device.stock', undo: 'undoStockIn', hindrance: stepFrom('stockIn') },
    undoStockIn: { permission: 'device.stock', hindrance: stepFrom('undoStockIn') },
    stockOut: { permission: 'device.stock', undo: 'takeBack', hindrance: stepFrom('stockOut') },
    takeBack: { permission: 'device.stock', hindrance: stepFrom('takeBack') },
    bind: {
      permission: 'device.bind',
      input: z.object({ boundTo: nonEmpty(60), note: z.optional(text(200)) }),
      undo: 'unbind',
      hindrance: stepFrom('bind'),
    },
    unbind: { permission: 'device.bind', hindrance: stepFrom('unbind') },
    restock: { permission: 'device.stock', hindrance: stepFrom('restock') },
    recycle: {
      permission: 'device.recycle',
      input: z.object({ note: nonEmpty(200) }),
      hindrance: stepFrom('recycle'),
    },
    /** Where it was installed, with a photograph of the place; on sites the network comes and goes. */
    place: {
      permission: 'device.place',
      offline: 'queue',
      input: z.object({
        // Wider than the earth allows: who swaps the two is told so.
        latitude: longitude,
        longitude,
        installLocation: z.optional(text(PLACE_LENGTH)),
        indoorImage: z.optional(z.string().check(z.regex(FILE_ADDRESS, { error: 'address' }))),
        groupId: z.optional(z.nullable(id)),
      }),
    },
    restart: { permission: 'device.command', hindrance: hearing('restart') },
    locate: { permission: 'device.command', hindrance: hearing('locate') },
    speak: {
      permission: 'device.command',
      input: z.object({ text: nonEmpty(200) }),
      hindrance: hearing('speak'),
    },
  },
})
