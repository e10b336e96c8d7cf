// Work plans and their sub-plans: when each begins, how many days it takes, how it stands against what was first planned.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, ids, localDate, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'

/** Ten years. */
const MOST_DAYS = 3_650

export const planState = z.enum(['open', 'done', 'abnormal'])

const fields = {
  name: nonEmpty(60),
  parentId: z.optional(z.nullable(id)),
  startOn: localDate,
  periodDays: z.int().check(z.minimum(1), z.maximum(MOST_DAYS)),
  /** Plans that must be over before it begins. */
  predecessorIds: z.optional(ids(20)),
  /** Who sees to it. */
  workerId: z.optional(z.nullable(id)),
  departmentId: z.optional(z.nullable(id)),
  note: z.optional(text(500)),
}

export const workPlan = defineEntity({
  key: 'workPlan',
  service: 'user',
  permission: 'workPlan',
  grants: {
    menu: 'workPlan',
    property: ['read', 'save', 'export', 'import', 'remove'],
    patrol: ['read'],
    duty: ['read'],
  },
  page: {
    path: '/workPlan',
    layout: 'map',
    titleZh: '工作计划',
    titleEn: 'Work plans',
    directory: 'Construction site',
    after: 'index4map',
    icon: 'calendar',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    parentId: z.nullable(id),
    predecessorIds: ids(20),
    predecessorNames: z.array(z.string()),
    parentName: z.optional(z.nullable(z.string())),
    workerName: z.optional(z.nullable(z.string())),
    departmentName: z.optional(z.nullable(z.string())),
    /** Its last day. */
    endOn: localDate,
    state: planState,
    doneOn: z.nullable(localDate),
    reason: z.nullable(z.string()),
    /** As it was first agreed on. */
    baselineStartOn: z.nullable(localDate),
    baselineDays: z.nullable(z.int()),
    subPlans: z.int(),
    openSubPlans: z.int(),
  }),
  write: z.object(fields),
  filters: {
    name: 'contains',
    state: 'oneOf',
    startOn: 'range',
    endOn: 'range',
    workerId: 'equals',
    parentId: 'equals',
  },
  sorts: ['startOn', 'endOn', 'name', 'periodDays', 'createdAt'],
  defaultSort: 'startOn',
  search: ['name', 'workerName', 'note'],
  countBy: 'state',
  parent: 'parentId',
  department: 'departmentId',
  refs: {
    parentId: { entity: 'workPlan', label: 'parentName' },
    predecessorIds: { entity: 'workPlan', label: 'predecessorNames', many: true },
    workerId: { entity: 'worker', label: 'workerName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  removable: true,
  importable: true,
  commands: {
    complete: {
      permission: 'workPlan.save',
      offline: 'queue',
      input: z.object({ doneOn: localDate }),
      hindrance: ({ state }) => stepUnless(state !== 'done'),
    },
    markAbnormal: {
      permission: 'workPlan.save',
      offline: 'queue',
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: ({ state }) => stepUnless(state === 'open'),
    },
    reopen: { permission: 'workPlan.save', hindrance: ({ state }) => stepUnless(state !== 'open') },
    /** What is planned now is what it will be measured by. */
    setBaseline: { permission: 'workPlan.save' },
  },
})
