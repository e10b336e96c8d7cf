// The project of a site: what is built, by whom, from when to when.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, latitude, localDate, longitude, nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'

export const projectState = z.enum(['preparing', 'building', 'paused', 'finished'])

const fields = {
  name: nonEmpty(100),
  number: z.optional(text(40)),
  state: projectState,
  address: z.optional(text(200)),
  longitude: z.optional(z.nullable(longitude)),
  latitude: z.optional(z.nullable(latitude)),
  /** Who has it built, who builds it, who watches over it. */
  client: z.optional(text(100)),
  contractor: z.optional(text(100)),
  supervisor: z.optional(text(100)),
  managerId: z.optional(z.nullable(id)),
  safetyOfficerId: z.optional(z.nullable(id)),
  emergencyPhone: z.optional(z.union([phone, z.literal('')])),
  startOn: localDate,
  endOn: localDate,
  /** Square metres of floors. */
  area: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(10_000_000)))),
  picture: z.optional(text(200)),
  departmentId: z.optional(z.nullable(id)),
  note: z.optional(text(1000)),
}

export const project = defineEntity({
  key: 'project',
  service: 'user',
  permission: 'project',
  grants: {
    menu: 'index4info',
    property: ['read', 'save', 'export'],
    patrol: ['read'],
    duty: ['read'],
  },
  page: {
    path: '/index4info',
    layout: 'map',
    titleZh: '工地信息',
    titleEn: 'Site information',
    directory: 'Construction site',
    first: true,
    icon: 'info',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    managerName: z.optional(z.nullable(z.string())),
    safetyOfficerName: z.optional(z.nullable(z.string())),
    departmentName: z.optional(z.nullable(z.string())),
  }),
  write: z.object(fields),
  filters: { name: 'contains', state: 'oneOf', startOn: 'range', endOn: 'range' },
  sorts: ['startOn', 'name', 'endOn', 'createdAt'],
  defaultSort: '-startOn',
  search: ['name', 'number', 'address', 'client', 'contractor'],
  countBy: 'state',
  department: 'departmentId',
  refs: {
    managerId: { entity: 'worker', label: 'managerName' },
    safetyOfficerId: { entity: 'worker', label: 'safetyOfficerName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  removable: true,
  commands: {},
})
