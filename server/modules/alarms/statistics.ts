// Alarms of a period by type, severity, time and place. Those of test windows are only counted: they say nothing about the
// place.
import type * as z from 'zod/mini'
import { alarmStatistics } from '../../../src/contract/endpoints/report.ts'
import { alarmType, severities, severity } from '../../../src/domain/alarm/alarm-types.ts'
import { bucketStarts, isZone, startOf } from '../../../src/domain/report/zone-time.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

type Request = z.output<typeof alarmStatistics.request>
type Answer = z.output<typeof alarmStatistics.response>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MOST_DAYS = 400
const MOST_DAYS_OF_HOURS = 31
/** A period of whole days is an hour longer where clocks are set back. */
const CLOCKS_BACK_MS = HOUR_MS
/** Where a zone's hours do not begin with those of UTC, they begin with a quarter of one. */
const QUARTER_MS = HOUR_MS / 4
const TOP = 20
const WORK_MEMORY = '64MB'

export function mountAlarmStatistics(handlers: Handlers, alarms: Store): void {
  handlers.handle(alarmStatistics, async (request, context) => {
    await refuseUnknownDepartment(request, context)
    refuseWrongPeriod(request)
    const of = selection(alarms, request, context)
    // For this transaction: a million alarms are counted in memory, not on disk.
    await context.sql.query(`select set_config('work_mem', '${WORK_MEMORY}', true)`)
    const { counts, series, byHour } = await overTime(of, request, context)
    return { ...counts, ...(await medians(of, context)), ...(await busiest(of, context)), series, byHour }
  })
}

/** A department beyond the person's sight is as unknown as one that is none. */
async function refuseUnknownDepartment({ departmentId }: Request, context: Context): Promise<void> {
  if (departmentId === undefined) return
  const { person, scope, sql } = context
  const row = await sql.first(
    `select id from department where id = $1 and removed_at is null and ($2::bigint is null or tenant_id = $2)
       and ($3::bigint[] is null or id = any($3))`,
    [
      departmentId,
      scope.tenant === '*' ? null : scope.tenant,
      person.departments === null ? null : [...person.departments],
    ],
  )
  if (!row) throw new Refused('row.unknown')
}

function refuseWrongPeriod({ from, to, zone, by }: Request): void {
  if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
  if (to <= from) throw new Refused('field.periodOrder', { field: 'to' })
  const most = by === 'hour' ? MOST_DAYS_OF_HOURS : MOST_DAYS
  if (to - from > most * DAY_MS + CLOCKS_BACK_MS)
    throw new Refused('field.tooBig', { field: 'to', params: { max: most } })
}

interface Selection {
  where: string
  values: unknown[]
}

function selection(
  alarms: Store,
  { from, to, deviceKind, departmentId, type }: Request,
  context: Context,
): Selection {
  const conditions = new Conditions()
  const { bind, parts } = conditions
  parts.push('t.removed_at is null')
  addVisibility(alarms, conditions, context)
  parts.push(`t.raised_at >= ${bind(from)}::bigint`, `t.raised_at < ${bind(to)}::bigint`)
  if (deviceKind !== undefined) parts.push(`t.device_kind = ${bind(deviceKind)}`)
  if (departmentId !== undefined) parts.push(`t.department_id = ${bind(departmentId)}::bigint`)
  if (type !== undefined) parts.push(`t.type = ${bind(type)}`)
  return { where: conditions.where, values: conditions.values }
}

type OverTime = Pick<Answer, 'series' | 'byHour'> & {
  counts: Pick<Answer, 'total' | 'open' | 'onTest' | 'byType' | 'bySeverity'>
}

interface Cell {
  type: string | null
  severity: string | null
  bucket: number | null
  day: number | null
  hour: number | null
  count: number
  open: number
}

/**
 * One look at the alarms, counted by the hour; buckets, weekdays and hours are made of those few. The
 * boundaries come from the zone's clocks, so that a day has 23 or 25 hours where it has.
 */
async function overTime(
  { where, values }: Selection,
  { from, to, zone, by }: Request,
  { sql }: Context,
): Promise<OverTime> {
  const starts = bucketStarts(by, zone, from, to)
  const step = [...starts, startOf('hour', zone, to)].every(at => at % HOUR_MS === 0) ? HOUR_MS : QUARTER_MS
  const [startsAt, zoneAt] = [values.length + 1, values.length + 2]
  const rows = await sql.query<Cell>(
    `with steps as (
       select t.raised_at / ${step} as step, t.type, t.severity, count(*)::int as n,
         count(*) filter (where t.status <> 'handled')::int as open
       from alarm t where ${where} and not t.on_test group by 1, 2, 3
     ), placed as (
       select type, severity, n, open, width_bucket(step * ${step}, $${startsAt}::bigint[]) as bucket,
         to_timestamp(step * ${step / 1000}) at time zone $${zoneAt}::text as shown
       from steps
     )
     select type, severity, bucket, extract(isodow from shown)::int as day, extract(hour from shown)::int as hour,
       sum(n)::int as count, sum(open)::int as open
     from placed group by grouping sets ((type), (severity), (bucket, severity), (4, 5))`,
    [...values, starts, zone],
  )
  const hidden = await sql.first<{ n: number }>(
    `select count(*)::int as n from alarm t where ${where} and t.on_test`,
    values,
  )
  const series = starts.map(at => ({ at, critical: 0, warning: 0, attention: 0, info: 0 }))
  const counts = {
    total: 0,
    open: 0,
    onTest: hidden?.n ?? 0,
    byType: [],
    bySeverity: [],
  } as OverTime['counts']
  const byHour: Answer['byHour'] = []
  for (const { type, severity: word, bucket, day, hour, count, open } of rows) {
    if (bucket !== null && word !== null) {
      const at = series[bucket - 1]
      if (at) at[severity.parse(word)] += count
    } else if (type !== null) counts.byType.push({ type: alarmType.parse(type), count })
    else if (word !== null) {
      counts.bySeverity.push({ severity: severity.parse(word), count })
      counts.total += count
      counts.open += open
    } else if (day !== null && hour !== null) byHour.push({ day, hour, count })
  }
  counts.byType.sort((a, b) => b.count - a.count)
  counts.bySeverity.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
  byHour.sort((a, b) => a.day - b.day || a.hour - b.hour)
  return { counts, series, byHour }
}

/** The places and devices with most; a device goes by the name of now, whatever it was called then. */
async function busiest(
  { where, values }: Selection,
  { sql }: Context,
): Promise<Pick<Answer, 'byPlace' | 'byDevice'>> {
  const row = await sql.first<Pick<Answer, 'byPlace' | 'byDevice'>>(
    `with sums as materialized (
       select t.place, t.device_id, count(*)::int as n from alarm t where ${where} and not t.on_test group by 1, 2
     ), places as (
       select place, sum(n)::int as n from sums group by 1 order by n desc, place limit ${TOP}
     ), devices as (
       select device_id, sum(n)::int as n from sums group by 1 order by n desc, device_id limit ${TOP}
     )
     select (select coalesce(json_agg(json_build_object('place', place, 'count', n) order by n desc, place), '[]') from places)
         as "byPlace",
       (select coalesce(json_agg(json_build_object('imei', d.imei, 'name', d.name, 'count', n) order by n desc, d.id), '[]')
        from devices join device d on d.id = device_id) as "byDevice"`,
    values,
  )
  return row ?? { byPlace: [], byDevice: [] }
}

/**
 * The middle of how long people took; what came to its end by itself (a recovery) was handled by nobody. Counted by
 * second first: sorting a million numbers would take longer than all the rest.
 */
async function medians(
  { where, values }: Selection,
  { sql }: Context,
): Promise<Pick<Answer, 'acknowledgeMs' | 'handleMs'>> {
  const rows = await sql.query<{ kind: string; ms: number }>(
    `with counted as (
       select took.kind, took.seconds, count(*) as n from alarm t cross join lateral (values
         ('seen', case when t.acknowledged_by is not null then (t.acknowledged_at - t.raised_at) / 1000 end),
         ('done', case when t.handled_by is not null then (t.handled_at - t.raised_at) / 1000 end)) as took (kind, seconds)
       where ${where} and not t.on_test and took.seconds is not null group by 1, 2
     ), summed as (
       select kind, seconds, sum(n) over (partition by kind order by seconds) as upto, sum(n) over (partition by kind) as total
       from counted
     )
     select kind, min(seconds) * 1000 as ms from summed where upto * 2 >= total group by 1`,
    values,
  )
  const of = (kind: string) => rows.find(row => row.kind === kind)?.ms ?? null
  return { acknowledgeMs: of('seen'), handleMs: of('done') }
}
