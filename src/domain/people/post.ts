// Posts: what people at work are there for, and how many are needed.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'

const fields = {
  name: nonEmpty(60),
  departmentId: z.optional(z.nullable(id)),
  /** Where its people are. */
  area: z.optional(text(60)),
  /** So many people are needed at once; 0: as many as there are. */
  minHeads: z.int().check(z.minimum(0), z.maximum(999)),
  /** Somebody is on duty here by the roster. */
  onRoster: z.boolean(),
  note: z.optional(text(500)),
}

export const post = defineEntity({
  key: 'post',
  service: 'user',
  permission: 'post',
  grants: {
    menu: 'managePost',
    property: ['read', 'save', 'export'],
    duty: ['read'],
    patrol: ['read'],
  },
  page: {
    path: '/managePost',
    layout: 'map',
    titleZh: '岗位管理',
    titleEn: 'Positions',
    directory: 'People',
    after: 'manageUser',
    icon: 'shield',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    departmentName: z.optional(z.nullable(z.string())),
    /** People who hold it now. */
    holderCount: z.int(),
  }),
  write: z.object(fields),
  unique: ['name'],
  filters: { name: 'contains', departmentId: 'equals', onRoster: 'equals' },
  sorts: ['name', 'minHeads', 'holderCount', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'area'],
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  shownIn: ['worker'],
  removable: true,
  importable: true,
  commands: {},
})
