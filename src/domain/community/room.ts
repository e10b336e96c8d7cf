// Rooms: homes, shops, offices and garages of a unit, and the doors at which each of them is called.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { decimals, id, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { CALL_NUMBER, ROOM_NUMBER } from '../limits.ts'
import { MOST_FLOORS } from './building.ts'

export const LEAST_FLOOR = -9

const grants: PermissionGrants = {
  menu: 'roomManagement',
  property: ['read', 'save', 'export', 'import', 'remove'],
  duty: ['read'],
}

export const roomKind = z.enum(['home', 'shop', 'office', 'garage', 'other'])
export type RoomKind = z.output<typeof roomKind>

/** What a room's cell says, the most pressing first: of several that hold the first is shown. */
export const roomStates = ['alarm', 'waiting', 'owing', 'tenant', 'owner', 'empty'] as const
export const roomState = z.enum(roomStates)
export type RoomState = z.output<typeof roomState>

/** There is no floor 0: below the first lies the basement, -1. */
export const floorNumber = z.int().check(
  z.minimum(LEAST_FLOOR),
  z.maximum(MOST_FLOORS),
  z.refine(value => value !== 0, { error: 'floorZero' }),
)

/** Digits as other rooms have them: a full-width １ looks like a 1 and is another room. */
export const roomNumber = nonEmpty(20).check(
  z.refine(value => !/[\uFF10-\uFF19]/.test(value), { error: 'fullWidth' }),
  z.regex(ROOM_NUMBER, { error: 'format' }),
)

/** Square metres to two decimals. */
const roomArea = decimals(2, 0.01, 100_000)

const fields = {
  unitId: id,
  floorNo: floorNumber,
  kind: roomKind,
  roomNo: roomNumber,
  area: z.optional(z.nullable(roomArea)),
}

export const room = defineEntity({
  key: 'room',
  service: 'user',
  permission: 'room',
  grants,
  page: {
    path: '/roomManagement',
    layout: 'console',
    titleZh: '房屋管理',
    titleEn: 'Rooms',
    directory: 'Community',
    after: 'unitManagement',
    icon: 'home',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    unitName: z.optional(z.nullable(z.string())),
    buildingId: id,
    buildingName: z.nullable(z.string()),
    communityId: id,
    communityName: z.nullable(z.string()),
    state: roomState,
    owners: z.array(z.string()),
    tenants: z.array(z.string()),
    /** Doors at which it is called. */
    doors: z.int(),
  }),
  write: z.object(fields),
  filters: {
    communityId: 'equals',
    buildingId: 'equals',
    unitId: 'equals',
    roomNo: 'contains',
    kind: 'oneOf',
    state: 'oneOf',
    floorNo: 'range',
  },
  sorts: ['roomNo', 'floorNo', 'area', 'createdAt'],
  defaultSort: 'roomNo',
  search: ['roomNo', 'unitName', 'buildingName', 'communityName'],
  countBy: 'state',
  refs: { unitId: { entity: 'unit', label: 'unitName' } },
  shownIn: ['community', 'building', 'unit', 'roomDoor'],
  removable: true,
  importable: true,
  commands: {},
})

const doorFields = {
  roomId: id,
  deviceId: id,
  /** What is dialled at the door. */
  callNumber: z.string().check(z.regex(CALL_NUMBER, { error: 'format' })),
}

export const roomDoor = defineEntity({
  key: 'roomDoor',
  service: 'user',
  permission: 'room',
  grants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...doorFields,
    roomNo: z.nullable(z.string()),
    place: z.nullable(z.string()),
    deviceName: z.optional(z.nullable(z.string())),
  }),
  write: z.object(doorFields),
  filters: { roomId: 'equals', deviceId: 'equals', callNumber: 'contains' },
  sorts: ['callNumber', 'createdAt'],
  defaultSort: 'callNumber',
  search: ['callNumber', 'deviceName', 'roomNo'],
  refs: {
    roomId: { entity: 'room', label: 'roomNo' },
    deviceId: { entity: 'device', label: 'deviceName' },
  },
  shownIn: ['room'],
  removable: true,
  importable: false,
  commands: {},
})
