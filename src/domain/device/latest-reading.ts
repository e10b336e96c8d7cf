// The newest reading of every kind of every device, one row a device: what the table of latest readings shows.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, imei, moment, rowBase } from '../fields.ts'
import { recordOf } from '../keys.ts'
import { deviceGrants, deviceKind, deviceState } from './device.ts'
import { readingKinds } from './readings.ts'

const value = z.nullable(z.number())
/** One nullable column for each kind of reading. */
const values = recordOf(readingKinds, () => value)
/** And when it was measured. */
const moments = recordOf(
  readingKinds.map(kind => `${kind}At` as const),
  () => z.nullable(moment),
)

export const latestReading = defineEntity({
  key: 'latestReading',
  service: 'device',
  permission: 'device',
  grants: deviceGrants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    name: z.string(),
    imei,
    kind: deviceKind,
    state: deviceState,
    categoryId: id,
    categoryName: z.optional(z.nullable(z.string())),
    categoryEnName: z.optional(z.nullable(z.string())),
    groupId: z.optional(z.nullable(id)),
    groupName: z.optional(z.nullable(z.string())),
    departmentId: z.optional(z.nullable(id)),
    departmentName: z.optional(z.nullable(z.string())),
    wearerName: z.optional(z.nullable(z.string())),
    installLocation: z.optional(z.nullable(z.string())),
    productId: z.optional(z.nullable(id)),
    ...values,
    ...moments,
    /** Limits and intervals that are wanted on the device; without texts and numbers. */
    settings: z.nullable(z.record(z.string(), z.unknown())),
    /** Newest of all of them. */
    measuredAt: z.nullable(moment),
  }),
  filters: {
    name: 'contains',
    imei: 'contains',
    state: 'oneOf',
    kind: 'oneOf',
    categoryId: 'equals',
    groupId: 'equals',
    departmentId: 'equals',
    measuredAt: 'range',
  },
  sorts: ['name', 'state', 'kind', 'measuredAt'],
  defaultSort: 'name',
  search: ['name', 'imei', 'wearerName', 'installLocation'],
  countBy: 'kind',
  department: 'departmentId',
  refs: {
    categoryId: { entity: 'deviceCategory', label: 'categoryName', english: 'categoryEnName' },
    groupId: { entity: 'deviceGroup', label: 'groupName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  removable: false,
  commands: {},
})
