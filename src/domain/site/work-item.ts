// Open work: what is to be done, by whom, until when.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { photoList } from './photos.ts'

/** What it came of. */
export const workSource = z.enum(['inspection', 'hand', 'round'])

const fields = {
  title: nonEmpty(100),
  /** Who is to do it: a person at work. */
  assigneeId: id,
  dueOn: localDate,
  departmentId: z.optional(z.nullable(id)),
  note: z.optional(text(500)),
  photos: z.optional(photoList),
}

export const workItem = defineEntity({
  key: 'workItem',
  service: 'user',
  permission: 'workItem',
  grants: {
    menu: 'workItems',
    property: ['read', 'save', 'finish', 'export', 'remove'],
    patrol: ['read', 'finish'],
    duty: ['read', 'save', 'finish'],
  },
  page: {
    path: '/workItems',
    layout: 'map',
    titleZh: '待办工作',
    titleEn: 'Open work',
    directory: 'People',
    icon: 'tool',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    photos: photoList,
    assigneeName: z.optional(z.nullable(z.string())),
    /** The login of who is to do it. */
    assigneeAccountId: z.nullable(id),
    departmentName: z.optional(z.nullable(z.string())),
    source: workSource,
    sourceId: z.nullable(id),
    state: z.enum(['open', 'done']),
    late: z.boolean(),
    doneAt: z.nullable(moment),
    doneByName: z.nullable(z.string()),
    outcome: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: {
    title: 'contains',
    state: 'oneOf',
    source: 'oneOf',
    late: 'equals',
    assigneeId: 'equals',
    assigneeAccountId: 'equals',
    sourceId: 'equals',
    dueOn: 'range',
  },
  sorts: ['dueOn', 'title', 'doneAt', 'createdAt'],
  defaultSort: 'dueOn',
  search: ['title', 'assigneeName', 'note'],
  countBy: 'state',
  department: 'departmentId',
  refs: {
    assigneeId: { entity: 'worker', label: 'assigneeName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  removable: true,
  waitsNew: true,
  commands: {
    finish: {
      permission: 'workItem.finish',
      offline: 'queue',
      input: z.object({ outcome: z.optional(text(500)), photos: z.optional(photoList) }),
      hindrance: ({ state }) => stepUnless(state === 'open'),
    },
    reopen: { permission: 'workItem.save', hindrance: ({ state }) => stepUnless(state === 'done') },
  },
})
