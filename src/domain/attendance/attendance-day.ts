// What the days of people came to, as the judge has said it last.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, rowBase, rowOwner } from '../fields.ts'
import { leaveKind } from '../leave/leave-kind.ts'

const code = z.nullable(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]))

/** The worst that is to be said of a day; `open`: nothing bad so far, and not over. */
export const dayOutcome = z.enum(['absent', 'late', 'early', 'normal', 'open', 'leave', 'rest'])
export type DayOutcome = z.output<typeof dayOutcome>

export const attendanceGrants = {
  menu: 'AttendanceInfoList',
  property: ['read', 'export'],
  duty: ['read', 'export'],
} as const

export const attendanceDay = defineEntity({
  key: 'attendanceDay',
  service: 'user',
  permission: 'attendance',
  grants: attendanceGrants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    workerId: id,
    workerName: z.optional(z.nullable(z.string())),
    trade: z.nullable(z.string()),
    departmentId: z.nullable(id),
    departmentName: z.optional(z.nullable(z.string())),
    day: localDate,
    outcome: dayOutcome,
    amAtState: code,
    amEndState: code,
    pmAtState: code,
    pmEndState: code,
    eveningAtState: code,
    eveningEndState: code,
    lateCount: z.int(),
    lateMinutes: z.int(),
    earlyCount: z.int(),
    earlyMinutes: z.int(),
    absentCount: z.int(),
    /** Days worked: 0, 0.5 or 1. */
    worth: z.number(),
    leave: z.nullable(leaveKind),
    /** Has punched in hours of leave. */
    conflict: z.boolean(),
    phase: z.enum(['open', 'provisional', 'final']),
    ruleName: z.nullable(z.string()),
  }),
  filters: {
    day: 'range',
    outcome: 'oneOf',
    departmentId: 'equals',
    workerId: 'equals',
    workerName: 'contains',
  },
  sorts: ['day', 'workerName', 'lateMinutes', 'earlyMinutes'],
  defaultSort: '-day',
  search: ['workerName', 'trade'],
  countBy: 'outcome',
  department: 'departmentId',
  refs: {
    workerId: { entity: 'worker', label: 'workerName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  removable: false,
  commands: {},
})
