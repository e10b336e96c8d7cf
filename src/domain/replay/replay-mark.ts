// Bookmarks of the time machine: a moment with a name, and what was looked at there.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'

const fields = {
  name: nonEmpty(60),
  /** When it happened. */
  at: moment,
  /** By when it was looked at what was known; as it happened where there is none. */
  knownAt: z.optional(z.nullable(moment)),
  /** The span it lies in. */
  fromAt: moment,
  toAt: moment,
  /** What was looked at, as the address of the page says it: ids of devices, or a circle. */
  devices: z.optional(text(400)),
  around: z.optional(text(80)),
}

export const replayMark = defineEntity({
  key: 'replayMark',
  service: 'device',
  permission: 'replay',
  grants: {
    menu: 'timeMachine',
    property: ['read', 'save', 'remove'],
    duty: ['read', 'save', 'remove'],
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    departmentId: z.optional(z.nullable(id)),
    departmentName: z.optional(z.nullable(z.string())),
    userName: z.string(),
  }),
  write: z.object(fields),
  filters: { name: 'contains', at: 'range', devices: 'equals', around: 'equals' },
  sorts: ['at', 'name', 'createdAt'],
  defaultSort: 'at',
  search: ['name', 'userName'],
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  removable: true,
  commands: {},
})
