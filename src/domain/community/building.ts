// Buildings of a community, and the units of a building: the staircases with a door of their own.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { communityGrants } from './community.ts'

/** The highest building there is has fewer. */
export const MOST_FLOORS = 200
const place = z.int().check(z.minimum(0), z.maximum(9999))

const buildingFields = {
  communityId: id,
  name: nonEmpty(40),
  /** Above the ground. */
  floors: z.int().check(z.minimum(1), z.maximum(MOST_FLOORS)),
  /** Where it stands among its neighbours. */
  sort: z.optional(place),
}

export const building = defineEntity({
  key: 'building',
  service: 'user',
  permission: 'community',
  grants: communityGrants,
  page: {
    path: '/buildingManagement',
    layout: 'console',
    titleZh: '楼栋管理',
    titleEn: 'Buildings',
    directory: 'Community',
    after: 'communityManagement',
    icon: 'building',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...buildingFields,
    communityName: z.optional(z.nullable(z.string())),
    units: z.int(),
    rooms: z.int(),
    occupied: z.int(),
  }),
  write: z.object(buildingFields),
  filters: { communityId: 'equals', name: 'contains' },
  sorts: ['sort', 'name', 'floors', 'createdAt'],
  defaultSort: 'sort',
  search: ['name', 'communityName'],
  refs: { communityId: { entity: 'community', label: 'communityName' } },
  shownIn: ['community', 'unit', 'room'],
  removable: true,
  importable: true,
  commands: {},
})

const unitFields = {
  buildingId: id,
  name: nonEmpty(40),
  sort: z.optional(place),
  /** The door unit at its entrance. */
  deviceId: z.optional(z.nullable(id)),
}

export const unit = defineEntity({
  key: 'unit',
  service: 'user',
  permission: 'community',
  grants: communityGrants,
  page: {
    path: '/unitManagement/:imei?',
    layout: 'console',
    titleZh: '单元管理',
    titleEn: 'Units',
    directory: 'Community',
    after: 'buildingManagement',
    icon: 'layers',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...unitFields,
    buildingName: z.optional(z.nullable(z.string())),
    communityId: id,
    communityName: z.nullable(z.string()),
    deviceName: z.optional(z.nullable(z.string())),
    deviceImei: z.nullable(z.string()),
    deviceState: z.nullable(z.enum(['offline', 'online', 'notActivated', 'abnormal'])),
    rooms: z.int(),
    occupied: z.int(),
  }),
  write: z.object(unitFields),
  filters: { buildingId: 'equals', communityId: 'equals', name: 'contains', deviceImei: 'equals' },
  sorts: ['sort', 'name', 'createdAt'],
  defaultSort: 'sort',
  search: ['name', 'buildingName', 'communityName', 'deviceName'],
  refs: {
    buildingId: { entity: 'building', label: 'buildingName' },
    deviceId: { entity: 'device', label: 'deviceName' },
  },
  shownIn: ['community', 'building', 'room'],
  removable: true,
  importable: false,
  commands: {},
})
