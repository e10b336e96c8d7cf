// The kinds of leave, and what a tenant wants of each before it says otherwise.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { rowBase, rowOwner, text } from '../fields.ts'
import type { LeaveRules } from './leave-days.ts'

export const leaveKind = z.enum(['funeral', 'maternity', 'marriage', 'workInjury', 'sick', 'personal'])
export type LeaveKind = z.output<typeof leaveKind>

export const usualLeaveRules: Readonly<Record<LeaveKind, LeaveRules>> = {
  funeral: rules('workdays', { evidenceFrom: null, backfillDays: 7 }),
  maternity: rules('calendarDays', { evidenceFrom: 1, backfillDays: 30, halves: false }),
  marriage: rules('workdays', { evidenceFrom: 1, backfillDays: 0, halves: false }),
  workInjury: rules('calendarDays', { evidenceFrom: 1, backfillDays: 30 }),
  sick: rules('workdays', { evidenceFrom: 2, backfillDays: 7 }),
  personal: rules('workdays', { evidenceFrom: null, backfillDays: 0 }),
}

function rules(
  counts: LeaveRules['counts'],
  rest: Pick<LeaveRules, 'evidenceFrom' | 'backfillDays'> & Partial<LeaveRules>,
): LeaveRules {
  return { enabled: true, counts, halves: true, balanceDays: null, ...rest }
}

const days = (most: number) => z.int().check(z.minimum(0), z.maximum(most))

const fields = {
  enabled: z.boolean(),
  counts: z.enum(['workdays', 'calendarDays']),
  halves: z.boolean(),
  evidenceFrom: z.optional(z.nullable(days(100))),
  backfillDays: days(365),
  balanceDays: z.optional(z.nullable(days(366))),
  note: z.optional(text(500)),
}

/** What a tenant wants of one kind of leave; every tenant has a row of each. */
export const leaveType = defineEntity({
  key: 'leaveType',
  service: 'user',
  permission: 'leaveType',
  grants: { menu: 'leaveTypes', property: ['read'], duty: ['read'], patrol: ['read'] },
  page: {
    path: '/leaveTypes',
    layout: 'console',
    titleZh: '请假类型',
    titleEn: 'Leave types',
    directory: 'Administration',
    icon: 'clock',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    kind: leaveKind,
    ...fields,
    evidenceFrom: z.nullable(z.int()),
    balanceDays: z.nullable(z.int()),
  }),
  write: z.object(fields),
  filters: { kind: 'oneOf', enabled: 'equals' },
  sorts: ['kind', 'createdAt'],
  defaultSort: 'createdAt',
  search: ['note'],
  removable: false,
  addable: false,
  commands: {},
})
