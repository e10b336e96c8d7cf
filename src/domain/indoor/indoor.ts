// Inside buildings: drawings with their scale, base stations and positioning servers on them, zones of a floor.
import * as z from 'zod/mini'
import { deviceState } from '../device/device.ts'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, latitude, longitude, moment, nonEmpty, rowBase, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { NAME_LENGTH, NUMBER_LENGTH } from '../limits.ts'

/** `plan`: a floor; `site`: a whole site, for the outdoor map; `section`, `other`: to look at. */
export const pictureType = z.enum(['plan', 'site', 'section', 'other'])
export type PictureType = z.output<typeof pictureType>

/** Metres on a plan, from its lower left corner. */
const metres = z.number().check(z.minimum(-10_000), z.maximum(10_000))
const size = z.number().check(z.gt(0), z.maximum(10_000))
/** Address of a picture: same origin, http(s); never another scheme. */
const picture = z
  .string()
  .check(z.maxLength(500), z.regex(/^(\/(?!\/)|https?:\/\/)[^\s"'<>]*$/i, { error: 'imageAddress' }))
/** Where a drawing lies on the outdoor map: its middle, and how far it is turned, degrees clockwise from north. */
const placement = {
  longitude: z.optional(z.nullable(longitude)),
  latitude: z.optional(z.nullable(latitude)),
  rotation: z.optional(z.nullable(z.number().check(z.minimum(-360), z.maximum(360)))),
}

const drawingFields = {
  title: nonEmpty(60),
  project: z.optional(text(60)),
  customer: z.optional(text(60)),
  building: z.optional(text(30)),
  unit: z.optional(text(30)),
  floor: z.optional(text(30)),
  address: z.optional(text(200)),
  pictureType,
  picture,
  /** Metres that the picture shows from left to right and from bottom to top; known: positions can stand on it. */
  realWidth: z.optional(z.nullable(size)),
  realHeight: z.optional(z.nullable(size)),
  /** Of the printed drawing: 1 to so many. */
  scale: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000)))),
  /** Used for positioning: devices and base stations stand on it. */
  positioning: z.boolean(),
  ...placement,
}
export const drawingForm = z.object(drawingFields)

const drawingGrants: PermissionGrants = {
  menu: 'drawingList',
  property: ['save', 'read', 'export'],
  patrol: ['read'],
  duty: ['read'],
}

export const drawing = defineEntity({
  key: 'drawing',
  service: 'device',
  permission: 'drawing',
  grants: drawingGrants,
  page: {
    path: '/drawingList',
    layout: 'console',
    titleZh: '图纸库',
    titleEn: 'Drawings',
    directory: 'Indoor positioning',
    after: 'baseList',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...drawingFields, stationCount: z.int(), deviceCount: z.int() }),
  write: drawingForm,
  filters: {
    title: 'contains',
    project: 'contains',
    customer: 'contains',
    building: 'contains',
    floor: 'contains',
    pictureType: 'oneOf',
    positioning: 'equals',
  },
  sorts: ['title', 'project', 'building', 'floor', 'createdAt'],
  defaultSort: 'title',
  search: ['title', 'project', 'customer', 'building', 'address'],
  countBy: 'pictureType',
  removable: true,
  commands: {},
})

/** A positioning server speaks through a device of its own and is as alive as that. */
const serverFields = {
  name: nonEmpty(NAME_LENGTH),
  address: z.optional(text(200)),
  /** The device it connects as. */
  deviceId: z.optional(z.nullable(id)),
  description: z.optional(text(500)),
}
export const uwbServer = defineEntity({
  key: 'uwbServer',
  service: 'device',
  permission: 'uwbServer',
  grants: { menu: 'uwbServer', property: ['read'], duty: ['read'] },
  page: {
    path: '/uwbServer',
    layout: 'console',
    titleZh: 'UWB服务器',
    titleEn: 'UWB servers',
    directory: 'Indoor positioning',
    after: 'uwbDrawingList',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...serverFields,
    deviceName: z.optional(z.nullable(z.string())),
    /** Null: it has no device yet. */
    state: z.nullable(deviceState),
    lastMessageAt: z.nullable(moment),
    stationCount: z.int(),
  }),
  write: z.object(serverFields),
  filters: { name: 'contains', address: 'contains' },
  sorts: ['name', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'address', 'description'],
  refs: { deviceId: { entity: 'device', label: 'deviceName' } },
  removable: true,
  commands: {},
})

export const stationStatus = z.enum(['default', 'disabled', 'normal'])
const stationFields = {
  name: nonEmpty(NAME_LENGTH),
  /** As the positioning server calls it. */
  number: z.optional(text(NUMBER_LENGTH)),
  drawingId: id,
  serverId: z.optional(z.nullable(id)),
  indoorLocation: z.optional(text(60)),
  /** Metres on the drawing; z above its floor. */
  x: metres,
  y: metres,
  z: z.number().check(z.minimum(-100), z.maximum(1000)),
  status: stationStatus,
  /** Metres it reaches. */
  range: z.number().check(z.gt(0), z.maximum(1000)),
}
export const baseStation = defineEntity({
  key: 'baseStation',
  service: 'device',
  permission: 'baseStation',
  grants: { menu: 'baseList', property: ['read', 'export', 'save'], patrol: ['read'], duty: ['read'] },
  page: {
    path: '/baseList',
    layout: 'console',
    titleZh: '基站列表',
    titleEn: 'Base stations',
    directory: 'Indoor positioning',
    after: 'uwb',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...stationFields,
    drawingName: z.optional(z.nullable(z.string())),
    serverName: z.optional(z.nullable(z.string())),
    floor: z.nullable(z.string()),
  }),
  write: z.object(stationFields),
  filters: {
    name: 'contains',
    drawingId: 'equals',
    serverId: 'equals',
    status: 'oneOf',
    floor: 'contains',
    indoorLocation: 'contains',
  },
  sorts: ['name', 'floor', 'status', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'number', 'indoorLocation'],
  countBy: 'status',
  refs: {
    drawingId: { entity: 'drawing', label: 'drawingName' },
    serverId: { entity: 'uwbServer', label: 'serverName' },
  },
  removable: true,
  importable: true,
  commands: {
    enable: {
      permission: 'baseStation.save',
      undo: 'disable',
      hindrance: ({ status }) => stepUnless(status !== 'normal'),
    },
    disable: {
      permission: 'baseStation.save',
      undo: 'enable',
      hindrance: ({ status }) => stepUnless(status !== 'disabled'),
    },
  },
})

/** `danger` and `restricted` stand out; who is in which zone is counted. */
export const zoneKind = z.enum(['work', 'restricted', 'danger', 'assembly'])
const zoneFields = {
  name: nonEmpty(NAME_LENGTH),
  drawingId: id,
  kind: zoneKind,
  /** Metres on the drawing, not closed by repeating the first corner. */
  corners: z.array(z.tuple([metres, metres])).check(z.minLength(3), z.maxLength(500)),
}
export const indoorZone = defineEntity({
  key: 'indoorZone',
  service: 'device',
  permission: 'drawing',
  grants: drawingGrants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...zoneFields, drawingName: z.optional(z.nullable(z.string())) }),
  write: z.object(zoneFields),
  filters: { name: 'contains', drawingId: 'equals', kind: 'oneOf' },
  sorts: ['name', 'kind', 'createdAt'],
  defaultSort: 'name',
  search: ['name'],
  refs: { drawingId: { entity: 'drawing', label: 'drawingName' } },
  removable: true,
  commands: {},
})
