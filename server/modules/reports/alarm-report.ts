// Reports about alarms, counted where their statistics are.

import type { ReportGroup } from '../../../src/domain/report/report.ts'
import { Refused } from '../../http/refusal.ts'
import { type AlarmBreakdown, countAlarms } from '../alarms/public.ts'
import type { Asked, Asker, Question, ResultRow } from './asked.ts'

const breakdowns: Partial<Record<ReportGroup, AlarmBreakdown>> = {
  hour: 'time',
  day: 'time',
  week: 'time',
  month: 'time',
  type: 'type',
  severity: 'severity',
  status: 'status',
  deviceKind: 'deviceKind',
  department: 'department',
  place: 'place',
  device: 'device',
}

export async function alarmRows({ question, from, to, starts }: Asked, asker: Asker): Promise<ResultRow[]> {
  const { groupBy, splitBy } = question
  const by = (group: ReportGroup, field: string): AlarmBreakdown => {
    const breakdown = breakdowns[group]
    if (breakdown === undefined) throw new Refused('report.grouping', { field })
    return breakdown
  }
  const { scope, sql } = asker
  return countAlarms(sql, {
    tenant: scope.tenant === '*' ? null : scope.tenant,
    from,
    to,
    starts,
    groupBy: by(groupBy, 'groupBy'),
    splitBy: splitBy ? by(splitBy, 'splitBy') : null,
    departments: await seenDepartments(question.departmentId, asker),
    devices: await wantedDevices(question, asker),
  })
}

/** The departments that are asked about, with those below, as far as the person sees them; null: all. */
async function seenDepartments(
  departmentId: Question['departmentId'],
  { person, sql }: Asker,
): Promise<ReadonlySet<number> | null> {
  const seen = person.departments === null ? null : new Set(person.departments)
  if (!departmentId) return seen
  const rows = await sql.query<{ id: number }>(
    `with recursive below as (select id from department where id = $1
       union select x.id from department x join below on x.parent_id = below.id) select id from below`,
    [departmentId],
  )
  const asked = new Set(rows.map(({ id }) => id))
  return both(asked, seen)
}

/** The devices that are asked about; null: all. */
async function wantedDevices(
  { groupId, deviceIds }: Question,
  { sql }: Asker,
): Promise<ReadonlySet<number> | null> {
  const named = deviceIds.length > 0 ? new Set(deviceIds) : null
  if (!groupId) return named
  const rows = await sql.query<{ id: number }>('select id from device where group_id = $1', [groupId])
  const inGroup = new Set(rows.map(({ id }) => id))
  return both(inGroup, named)
}

/** What both sets have; null stands for all. */
const both = (some: ReadonlySet<number>, others: ReadonlySet<number> | null): ReadonlySet<number> =>
  others ? new Set([...some].filter(id => others.has(id))) : some
