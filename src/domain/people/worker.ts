// People at work: with or without a login, and the devices, cards and faces by which they are known.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, ids, localDate, nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'

const fields = {
  name: nonEmpty(60),
  /** Number by which the employer knows them. */
  number: z.optional(text(40)),
  phone: z.optional(z.union([phone, z.literal('')])),
  trade: z.optional(text(40)),
  departmentId: z.optional(z.nullable(id)),
  postId: z.optional(z.nullable(id)),
  /** Their login; most have none. */
  accountId: z.optional(z.nullable(id)),
  /** Helmets, wristbands and the like that they wear; a device is worn by one person. */
  deviceIds: z.optional(ids(10)),
  cardIds: z.optional(ids(10)),
  faceSampleIds: z.optional(ids(10)),
  joinedOn: z.optional(z.nullable(localDate)),
  /** Their last day. */
  leftOn: z.optional(z.nullable(localDate)),
  note: z.optional(text(500)),
}

export const worker = defineEntity({
  key: 'worker',
  service: 'user',
  permission: 'worker',
  grants: {
    menu: 'manageUser',
    property: ['read', 'save', 'export', 'import'],
    duty: ['read'],
    patrol: ['read'],
  },
  page: {
    path: '/manageUser',
    layout: 'map',
    titleZh: '人员管理',
    titleEn: 'Site staff',
    directory: 'People',
    first: true,
    icon: 'users',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    deviceIds: ids(10),
    cardIds: ids(10),
    faceSampleIds: ids(10),
    departmentName: z.optional(z.nullable(z.string())),
    postName: z.optional(z.nullable(z.string())),
    accountName: z.optional(z.nullable(z.string())),
    deviceNames: z.array(z.string()),
    cardNames: z.array(z.string()),
    faceSampleNames: z.array(z.string()),
    /** On its label. */
    labelCode: z.string(),
  }),
  write: z.object(fields),
  filters: {
    name: 'contains',
    trade: 'contains',
    departmentId: 'equals',
    postId: 'equals',
    joinedOn: 'range',
    leftOn: 'range',
  },
  sorts: ['name', 'number', 'trade', 'joinedOn', 'leftOn', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'number', 'phone', 'trade'],
  department: 'departmentId',
  refs: {
    departmentId: { entity: 'department', label: 'departmentName' },
    postId: { entity: 'post', label: 'postName' },
    accountId: { entity: 'user', label: 'accountName' },
    deviceIds: { entity: 'device', label: 'deviceNames', many: true },
    cardIds: { entity: 'doorCard', label: 'cardNames', many: true },
    faceSampleIds: { entity: 'faceSample', label: 'faceSampleNames', many: true },
  },
  // Posts count who holds them.
  shownIn: ['post'],
  removable: true,
  importable: true,
  commands: {},
})
