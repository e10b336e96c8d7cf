// Geofences: circles and polygons that devices must stay in or out of, and when that counts.
import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import {
  id,
  ids,
  imei,
  latitude,
  longitude,
  moment,
  nonEmpty,
  rowBase,
  several,
  text,
  zoneName,
} from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'

export const fenceType = z.enum(['key', 'electronic'])
export const fenceShape = z.enum(['circle', 'polygon'])
export const fenceStatus = z.enum(['disabled', 'enabled'])
export type FenceType = z.output<typeof fenceType>
export type FenceShape = z.output<typeof fenceShape>

/** Metres (real-time specification, section 9). */
export const DEFAULT_RADIUS = 100
export const CIRCLE_COLOUR = '#38f'
export const POLYGON_COLOUR = '#1791fc'
/** Corners of all rings of a polygon together. */
export const MOST_CORNERS = 10_000
export const MOST_RADIUS = 500_000
/** Fences of a tenant: a map shows them all. */
export const MOST_FENCES = 2_000

/** Corners of all outlines of a tenant: they go to every map of its people, and into the memory of every server. */
export const MOST_TENANT_CORNERS = 200_000

/** A corner: longitude, latitude. */
const corner = z.tuple([longitude, latitude])
/** The outline first, then its holes; a ring is not closed by repeating its first corner. */
export const fenceRings = z
  .array(z.array(corner).check(z.minLength(3), z.maxLength(MOST_CORNERS)))
  .check(z.minLength(1), z.maxLength(200))
export type Ring = readonly (readonly [number, number])[]

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))

const fields = {
  name: nonEmpty(60),
  type: fenceType,
  shape: fenceShape,
  status: fenceStatus,
  description: z.optional(text(500)),
  /** Centre of a circle; of a polygon the server finds a place inside, for its label. */
  longitude: z.optional(z.nullable(longitude)),
  latitude: z.optional(z.nullable(latitude)),
  /** Metres. */
  radius: z.optional(z.nullable(z.number().check(z.gt(0), z.maximum(MOST_RADIUS)))),
  rings: z.optional(z.nullable(fenceRings)),
  alarmOnExit: z.boolean(),
  alarmOnEntry: z.boolean(),
  /** So long a device must be on the other side before it counts: jitter at the edge is none. */
  delaySeconds: z.int().check(z.minimum(0), z.maximum(3600)),
  /** Inside for so long: dwelling; null: never. */
  dwellMinutes: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(10_080)))),
  /** Days of the week it holds on, 1 Monday to 7 Sunday; empty: every day. */
  days: several(z.int().check(z.minimum(1), z.maximum(7)), 7),
  /** Minutes of the day in the zone, from inclusive, until exclusive; until before from: over midnight. Both or none. */
  fromMinute: z.optional(z.nullable(minuteOfDay)),
  untilMinute: z.optional(z.nullable(minuteOfDay)),
  /** IANA name. */
  zone: zoneName,
  /** All devices of these groups are watched, those too that join later. */
  groupIds: ids(200),
}

/** What may be saved as a fence. What depends on its shape is the server's to check. */
export const fenceForm = z.object(fields)
export type FenceForm = z.output<typeof fenceForm>

const fenceGrants: PermissionGrants = {
  menu: 'fenceList',
  property: ['read', 'save', 'export', 'remove'],
  patrol: ['read'],
  duty: ['read', 'save', 'export'],
}

export const fence = defineEntity({
  key: 'fence',
  service: 'device',
  permission: 'fence',
  grants: fenceGrants,
  page: {
    path: '/fenceList',
    layout: 'console',
    titleZh: '围栏列表',
    titleEn: 'Geofences',
    directory: 'Map',
    after: 'alarmList',
    icon: 'fence',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    groupNames: z.array(z.string()),
    /** Devices it watches, by themselves or by a group. */
    deviceCount: z.int(),
    /** Of them inside now. */
    insideCount: z.int(),
    lastEventAt: z.nullable(moment),
  }),
  write: fenceForm,
  filters: { name: 'contains', type: 'oneOf', shape: 'oneOf', status: 'oneOf' },
  sorts: ['name', 'type', 'shape', 'status', 'deviceCount', 'lastEventAt', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'description'],
  countBy: 'status',
  refs: { groupIds: { entity: 'deviceGroup', label: 'groupNames', many: true } },
  removable: true,
  commands: {
    enable: {
      permission: 'fence.save',
      undo: 'disable',
      hindrance: ({ status }) => needlessUnless(status === 'disabled'),
    },
    disable: {
      permission: 'fence.save',
      undo: 'enable',
      hindrance: ({ status }) => needlessUnless(status === 'enabled'),
    },
  },
})

export const fenceEventKind = z.enum(['entry', 'exit', 'dwell'])
export type FenceEventKind = z.output<typeof fenceEventKind>

/** Upper ends of the classes of stays, in milliseconds: 5 and 30 minutes, 2, 8 and 24 hours. */
export const stayLimits = [5, 30, 120, 480, 1440].map(minutes => minutes * MINUTE_MS)

/** What happened at fences: entries, exits, dwelling. The past stays. */
export const fenceEvent = defineEntity({
  key: 'fenceEvent',
  service: 'device',
  permission: 'fence',
  grants: fenceGrants,
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    fenceId: id,
    fenceName: z.string(),
    deviceId: id,
    deviceName: z.string(),
    imei,
    wearerName: z.nullable(z.string()),
    departmentId: z.nullable(id),
    kind: fenceEventKind,
    /** Device time of the position that decided it. */
    at: moment,
    latitude: z.number(),
    longitude: z.number(),
    /** When it was inside before an exit, or is dwelling: since when. */
    since: z.nullable(moment),
    alarmId: z.nullable(id),
    /** It came out of the device's buffer: known (`createdAt`) only long after it happened. */
    late: z.optional(z.boolean()),
  }),
  filters: {
    fenceId: 'equals',
    deviceId: 'equals',
    imei: 'contains',
    kind: 'oneOf',
    at: 'range',
    fenceName: 'contains',
  },
  sorts: ['at', 'fenceName', 'deviceName', 'kind'],
  defaultSort: '-at',
  search: ['fenceName', 'deviceName', 'imei', 'wearerName'],
  countBy: 'kind',
  department: 'departmentId',
  removable: false,
  commands: {},
})
