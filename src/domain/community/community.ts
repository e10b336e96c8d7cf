// Communities: where they are, how their buildings, units and rooms are named, and what a unit of electricity and water costs.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { decimals, id, latitude, longitude, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { REGION_CODE } from '../limits.ts'
import { buildingPattern, roomPattern, unitPattern } from './patterns.ts'

export const communityGrants: PermissionGrants = {
  menu: 'communityManagement',
  property: ['read', 'save', 'export', 'import', 'remove'],
  duty: ['read'],
}

/** Yuan for one kilowatt-hour or one ton, to four decimals as suppliers publish them. */
const rate = decimals(4, 0, 1000)

const fields = {
  name: nonEmpty(60),
  regionCode: z.optional(
    z.union([z.string().check(z.regex(REGION_CODE, { error: 'format' })), z.literal('')]),
  ),
  address: z.optional(text(200)),
  /** Square metres of ground. */
  area: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000_000)))),
  longitude: z.optional(z.nullable(longitude)),
  latitude: z.optional(z.nullable(latitude)),
  buildingPattern,
  unitPattern,
  roomPattern,
  electricityRate: z.optional(z.nullable(rate)),
  waterRate: z.optional(z.nullable(rate)),
  /** Whose people see it; a new community gets a department of its own name unless one is chosen. */
  departmentId: z.optional(z.nullable(id)),
  note: z.optional(text(500)),
}

export const community = defineEntity({
  key: 'community',
  service: 'user',
  permission: 'community',
  grants: communityGrants,
  page: {
    path: '/communityManagement',
    layout: 'console',
    titleZh: '小区管理',
    titleEn: 'Communities',
    directory: 'Community',
    first: true,
    icon: 'building',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    departmentName: z.optional(z.nullable(z.string())),
    buildings: z.int(),
    units: z.int(),
    /** The most that one of its buildings has. */
    floors: z.int(),
    rooms: z.int(),
    /** Rooms in which somebody is registered. */
    occupied: z.int(),
    companyName: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: { name: 'contains', regionCode: 'equals', address: 'contains' },
  sorts: ['name', 'rooms', 'area', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'address'],
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  shownIn: ['building', 'unit', 'room', 'companyCommunity'],
  removable: true,
  importable: true,
  commands: {},
})
