// Attendance rules, the days that are exceptions, and who goes by which rule.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { WRITTEN_MONTH } from '../limits.ts'
import { settingsFields } from './slots.ts'

const ruleGrants: PermissionGrants = {
  menu: 'AttendanceList',
  property: ['read', 'save', 'remove', 'export', 'import'],
  duty: ['read'],
}

const own = {
  name: nonEmpty(60),
  /** Whose helmet comes into this fence has come to work. */
  fenceId: z.optional(z.nullable(id)),
  note: z.optional(text(500)),
}

/** Name and fence may change; the settings only by a further version, which holds from a day on. */
export const attendanceRule = defineEntity({
  key: 'attendanceRule',
  service: 'user',
  permission: 'attendanceRule',
  grants: ruleGrants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...own,
    fenceName: z.optional(z.nullable(z.string())),
    ...settingsFields,
    /** Number of the version that was written last; its settings are these. */
    versionNumber: z.int(),
    versions: z.array(
      z.object({ number: z.int(), validFrom: localDate, createdAt: moment, createdBy: z.string() }),
    ),
    /** People who go by it today. */
    peopleCount: z.int(),
  }),
  write: z.object({ ...own, ...settingsFields }),
  filters: { name: 'contains', weekType: 'oneOf' },
  sorts: ['name', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'note'],
  countBy: 'weekType',
  refs: { fenceId: { entity: 'fence', label: 'fenceName' } },
  removable: true,
  commands: {},
})

const exception = {
  day: localDate,
  kind: z.enum(['rest', 'work']),
  /** Of a day that is worked: like which weekday, 1 Monday to 7 Sunday; absent: like its own. */
  likeWeekday: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(7)))),
  name: z.optional(text(60)),
}

/** Holidays and make-up workdays of a tenant. */
export const calendarDay = defineEntity({
  key: 'calendarDay',
  service: 'user',
  permission: 'attendanceRule',
  grants: ruleGrants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...rowOwner, ...exception }),
  write: z.object(exception),
  filters: { day: 'range', kind: 'oneOf', name: 'contains' },
  sorts: ['day', 'createdAt'],
  defaultSort: '-day',
  search: ['name'],
  countBy: 'kind',
  removable: true,
  importable: true,
  commands: {},
})

const assigned = {
  workerId: id,
  ruleId: id,
  /** First and last day, both included; no last one: until further notice. */
  fromDay: localDate,
  untilDay: z.optional(z.nullable(localDate)),
}

export const attendanceAssignment = defineEntity({
  key: 'attendanceAssignment',
  service: 'user',
  permission: 'attendanceRule',
  grants: ruleGrants,
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...assigned,
    workerName: z.optional(z.nullable(z.string())),
    ruleName: z.optional(z.nullable(z.string())),
    departmentId: z.nullable(id),
    departmentName: z.optional(z.nullable(z.string())),
  }),
  write: z.object(assigned),
  filters: { workerId: 'equals', ruleId: 'equals', departmentId: 'equals', fromDay: 'range' },
  sorts: ['fromDay', 'createdAt'],
  defaultSort: '-fromDay',
  search: ['workerName', 'ruleName'],
  department: 'departmentId',
  refs: {
    workerId: { entity: 'worker', label: 'workerName' },
    ruleId: { entity: 'attendanceRule', label: 'ruleName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  shownIn: ['attendanceRule'],
  removable: true,
  importable: true,
  commands: {},
})

const month = z.string().check(z.regex(WRITTEN_MONTH, { error: 'format' }))

/** Months whose records are settled: what arrives later counts once a correction of that day is approved, or after reopening. */
export const monthClose = defineEntity({
  key: 'monthClose',
  service: 'user',
  permission: 'attendanceRule',
  grants: ruleGrants,
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    month,
    state: z.enum(['closed', 'reopened']),
    note: z.optional(z.nullable(text(500))),
    closedBy: z.string(),
    closedAt: moment,
    /** People and days in it. */
    people: z.int(),
    days: z.int(),
    reopenedBy: z.nullable(z.string()),
    reopenedAt: z.nullable(moment),
    reason: z.nullable(z.string()),
    /** Punches that came for it afterwards. */
    latePunches: z.int(),
  }),
  write: z.object({ month, note: z.optional(z.nullable(text(500))) }),
  filters: { month: 'equals', state: 'oneOf' },
  sorts: ['month', 'closedAt'],
  defaultSort: '-month',
  search: ['month', 'closedBy'],
  removable: false,
  commands: {
    reopen: {
      permission: 'attendanceRule.save',
      input: z.object({ reason: nonEmpty(200) }),
      byHand: true,
      hindrance: ({ state }) => (state === 'closed' ? undefined : { is: 'refused', id: 'state.transition' }),
    },
  },
})
