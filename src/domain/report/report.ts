// A report: what is counted over which period, how it is drawn, and when it is made by itself.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, ids, moment, nonEmpty, rowBase, text, zoneName } from '../fields.ts'

/** What a report counts. */
export const reportSubject = z.enum([
  'alarms',
  'online',
  'readings',
  'commands',
  'devices',
  'simCards',
  'bills',
])
/** What it is broken down by; which of them fit a subject: `groupsOf`. */
export const reportGroup = z.enum([
  'hour',
  'day',
  'week',
  'month',
  'type',
  'severity',
  'status',
  'deviceKind',
  'department',
  'deviceGroup',
  'place',
  'device',
  'carrier',
  'kind',
])
export const reportChart = z.enum(['table', 'line', 'bar', 'pie'])
/** `lastMonth` and so on are whole calendar periods in the report's zone; `custom` has its own dates. */
export const reportPeriod = z.enum([
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
  'custom',
])
export const reportSchedule = z.enum(['none', 'daily', 'weekly', 'monthly'])
export type ReportSubject = z.output<typeof reportSubject>
export type ReportGroup = z.output<typeof reportGroup>

const times = ['hour', 'day', 'week', 'month'] as const
export const groupsOf: Record<ReportSubject, readonly ReportGroup[]> = {
  alarms: [...times, 'type', 'severity', 'status', 'deviceKind', 'department', 'place', 'device'],
  online: [...times, 'deviceKind', 'department', 'deviceGroup', 'device'],
  readings: [...times, 'deviceKind', 'department', 'deviceGroup', 'device'],
  commands: [...times, 'kind', 'status', 'deviceKind', 'department', 'device'],
  devices: ['status', 'deviceKind', 'department', 'deviceGroup'],
  simCards: ['status', 'carrier'],
  bills: [...times, 'kind', 'status'],
}

/** What is asked, whether it is stored or just looked at. */
export const reportQuestion = {
  subject: reportSubject,
  groupBy: reportGroup,
  /** A second breakdown: the series of a chart. */
  splitBy: z.optional(z.nullable(reportGroup)),
  /** For readings: which. */
  reading: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  period: reportPeriod,
  /** Of a custom period. Blank: the first of the month; blank: today (console specification, section 5). */
  from: z.optional(z.nullable(moment)),
  to: z.optional(z.nullable(moment)),
  zone: zoneName,
  /** Only these; empty: all. */
  departmentId: z.optional(z.nullable(id)),
  groupId: z.optional(z.nullable(id)),
  deviceIds: ids(200),
}

/** `group.<breakdown>` and `unit.<unit>` for headings, `<breakdown>.<word>` for coded values, `none` for nothing. */
const reportWords = z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(100)))

const fields = {
  name: nonEmpty(60),
  note: z.optional(z.nullable(text(500))),
  ...reportQuestion,
  chart: reportChart,
  schedule: reportSchedule,
  /** Minutes of the day in the zone. */
  atMinute: z.int().check(z.minimum(0), z.maximum(1439)),
  /** 1 Monday to 7 Sunday for weekly; 1 to 31 for monthly (the last day where a month is shorter). */
  onDay: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(31)))),
  format: z.enum(['csv', 'xlsx']),
  /** What its file calls things, in the language of who saved it last: a schedule has no reader whose language counts. */
  words: z.optional(reportWords),
}

/** What a form of a report sends. */
export const reportDefinition = z.object(fields)

export const report = defineEntity({
  key: 'report',
  service: 'message',
  permission: 'report',
  grants: { menu: 'Report', property: ['read', 'export', 'save'], duty: ['read', 'export', 'save'] },
  page: {
    path: '/Report',
    layout: 'console',
    titleZh: '报表',
    titleEn: 'Reports',
    directory: 'Reports',
    after: 'AlarmHistorytc',
    icon: 'report',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    departmentName: z.optional(z.nullable(z.string())),
    groupName: z.optional(z.nullable(z.string())),
    deviceNames: z.array(z.string()),
    userName: z.string(),
    lastRunAt: z.nullable(moment),
    nextRunAt: z.nullable(moment),
    lastTaskId: z.nullable(id),
  }),
  write: reportDefinition,
  filters: { name: 'contains', subject: 'oneOf', schedule: 'oneOf' },
  sorts: ['name', 'createdAt', 'lastRunAt', 'nextRunAt'],
  defaultSort: 'name',
  search: ['name', 'note', 'userName'],
  refs: {
    departmentId: { entity: 'department', label: 'departmentName' },
    groupId: { entity: 'deviceGroup', label: 'groupName' },
    deviceIds: { entity: 'device', label: 'deviceNames', many: true },
  },
  removable: true,
  commands: {
    /** Makes its file now, as a task. */
    run: { permission: 'report.read', input: z.object({ words: z.optional(reportWords) }) },
  },
})
