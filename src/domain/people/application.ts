// Applications to join and to leave: who, where, from when, and what became of it.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'

export const applicationKind = z.enum(['join', 'exit'])
/** Codes of its own: those of reviews count from 0 and mean other things. */
export const applicationState = z.enum(['pending', 'passed', 'failed'])
export type ApplicationState = z.output<typeof applicationState>

const fields = {
  kind: applicationKind,
  /** Who is to leave; of somebody who joins: who they were when they worked here before. */
  workerId: z.optional(z.nullable(id)),
  name: z.optional(text(60)),
  phone: z.optional(z.union([phone, z.literal('')])),
  trade: z.optional(text(40)),
  departmentId: z.optional(z.nullable(id)),
  postId: z.optional(z.nullable(id)),
  /** First day of who joins, last day of who leaves. */
  day: localDate,
  reason: nonEmpty(500),
}

export const application = defineEntity({
  key: 'application',
  service: 'user',
  permission: 'application',
  grants: { menu: 'audit', property: ['read', 'save', 'export'], duty: ['read', 'save'] },
  page: {
    path: '/audit',
    layout: 'console',
    titleZh: '申请审核',
    titleEn: 'Applications',
    directory: 'Administration',
    icon: 'user',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    /** Of the person, or as it was typed. */
    name: z.string(),
    departmentName: z.optional(z.nullable(z.string())),
    postName: z.optional(z.nullable(z.string())),
    workerName: z.optional(z.nullable(z.string())),
    state: applicationState,
    askedByName: z.string(),
    decision: z.nullable(z.string()),
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    /** What somebody who leaves still has: devices worn, door cards, open work. */
    devicesOut: z.array(z.string()),
    cardsOut: z.array(z.string()),
    openWork: z.int(),
    hasLogin: z.boolean(),
  }),
  write: z.object(fields),
  filters: {
    kind: 'oneOf',
    state: 'oneOf',
    name: 'contains',
    departmentId: 'equals',
    workerId: 'equals',
    day: 'range',
  },
  sorts: ['createdAt', 'day', 'kind', 'state', 'name'],
  defaultSort: '-createdAt',
  search: ['name', 'reason'],
  countBy: 'state',
  department: 'departmentId',
  refs: {
    workerId: { entity: 'worker', label: 'workerName' },
    departmentId: { entity: 'department', label: 'departmentName' },
    postId: { entity: 'post', label: 'postName' },
  },
  shownIn: ['worker', 'post'],
  removable: false,
  commands: {
    withdraw: {
      permission: 'application.save',
      byHand: true,
      asSeen: true,
      hindrance: ({ state }) => stepUnless(state === 'pending'),
    },
  },
})
