// Punches: that somebody was there, as a phone, a door, a face or a fence says it. They are added and never changed.
import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, latitude, longitude, moment, rowBase, rowOwner, text } from '../fields.ts'
import { trusts } from './punch-standing.ts'

export const punchSource = z.enum(['phone', 'card', 'face', 'fence', 'correction'])
export type PunchSource = z.output<typeof punchSource>

const FARTHEST_METRES = 100_000
const LONGEST_OFFSET_MS = 400 * DAY_MS

/** What a phone tells of its own person. */
const told = {
  /** What the phone's clock showed. */
  claimedAt: moment,
  /** The server's clock minus the phone's as it last knew it, milliseconds; absent: it has never heard of the server's. */
  offsetMs: z.optional(
    z.nullable(z.int().check(z.minimum(-LONGEST_OFFSET_MS), z.maximum(LONGEST_OFFSET_MS))),
  ),
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  accuracyMetres: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(FARTHEST_METRES)))),
  place: z.optional(z.nullable(text(60))),
}

/** Whoever works here says where they were, and asks for what is missing, in their own month. */
export const ownMonthGrants: PermissionGrants = {
  menu: 'myMonth',
  property: ['read', 'save', 'export'],
  patrol: ['read', 'save'],
  duty: ['read', 'save'],
}

export const punch = defineEntity({
  key: 'punch',
  service: 'user',
  permission: 'punch',
  grants: ownMonthGrants,
  offline: 'read',
  owner: 'tenant',
  waitsNew: true,
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...told,
    workerId: id,
    workerName: z.optional(z.nullable(z.string())),
    /** The login of who it is. */
    accountId: z.nullable(id),
    departmentId: z.nullable(id),
    source: punchSource,
    /** When it was, with the clock put right. */
    at: moment,
    trust: z.enum(trusts),
  }),
  write: z.object(told),
  filters: { workerId: 'equals', accountId: 'equals', source: 'oneOf', trust: 'oneOf', at: 'range' },
  sorts: ['at', 'createdAt'],
  defaultSort: '-at',
  search: ['workerName', 'place'],
  countBy: 'source',
  department: 'departmentId',
  refs: { workerId: { entity: 'worker', label: 'workerName' } },
  removable: false,
  commands: {},
})
