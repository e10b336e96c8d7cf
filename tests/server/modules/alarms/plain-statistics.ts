// Statistics of alarms as one asks a database for them, without anything kept ready: what the server's answers are held to.
import type { Sql } from '../../../../server/db/scoped.ts'
import { bucketStarts } from '../../../../src/domain/report/zone-time.ts'

export interface PlainQuestion {
  from: number
  to: number
  zone: string
  by: 'hour' | 'day' | 'week' | 'month'
  deviceKind?: string
  departmentId?: number
  type?: string
}

const QUARTER_MS = 900_000

export async function plainStatistics(
  sql: Sql,
  { from, to, zone, by, deviceKind, departmentId, type }: PlainQuestion,
  { tenantId, departments }: { tenantId: number | null; departments: readonly number[] | null },
) {
  const where = `t.removed_at is null and t.raised_at >= $1 and t.raised_at < $2 and ($3::bigint is null or tenant_id = $3)
    and ($4::bigint[] is null or department_id = any($4)) and ($5::text is null or device_kind = $5)
    and ($6::bigint is null or department_id = $6) and ($7::text is null or type = $7)`
  const values = [from, to, tenantId, departments, deviceKind ?? null, departmentId ?? null, type ?? null]
  const counted = `from alarm t where ${where} and not t.on_test`
  const row = await sql.first<{ total: number; open: number; onTest: number }>(
    `select count(*) filter (where not t.on_test) as total, count(*) filter (where t.on_test) as "onTest",
       count(*) filter (where not t.on_test and t.status <> 'handled') as open from alarm t where ${where}`,
    values,
  )
  const median = async (column: string, who: string) =>
    (
      await sql.first<{ ms: number | null }>(
        `select percentile_disc(0.5) within group (order by (t.${column} - t.raised_at) / 1000) * 1000 as ms
         ${counted} and t.${who} is not null and t.${column} >= t.raised_at - 60000`,
        values,
      )
    )?.ms ?? null
  const starts = bucketStarts(by, zone, from, to)
  return {
    ...row,
    acknowledgeMs: await median('acknowledged_at', 'acknowledged_by'),
    handleMs: await median('handled_at', 'handled_by'),
    byType: await sql.query(
      `select type, count(*) as count ${counted} group by 1 order by 2 desc, 1`,
      values,
    ),
    bySeverity: await sql.query(
      `select severity, count(*) as count ${counted} group by 1
       order by array_position(array['critical', 'warning', 'attention', 'info'], severity)`,
      values,
    ),
    byPlace: await sql.query(
      `select place, count(*) as count ${counted} group by 1 order by 2 desc, 1 limit 20`,
      values,
    ),
    byDevice: await sql.query(
      `select d.imei, d.name, n as count from (
         select device_id, count(*) as n ${counted} group by 1 order by 2 desc, 1 limit 20) x
       join device d on d.id = device_id order by n desc, d.id`,
      values,
    ),
    series: await sql.query(
      `select b.at, count(t.id) filter (where severity = 'critical') as critical,
         count(t.id) filter (where severity = 'warning') as warning,
         count(t.id) filter (where severity = 'attention') as attention, count(t.id) filter (where severity = 'info') as info
       from unnest($8::bigint[]) with ordinality as b (at, n)
       left join lateral (select * ${counted} and width_bucket(t.raised_at, $8::bigint[]) = b.n) t on true
       group by b.at order by b.at`,
      [...values, starts],
    ),
    byHour: await sql.query(
      `select extract(isodow from shown)::int as day, extract(hour from shown)::int as hour, count(*) as count
       from (select to_timestamp(t.raised_at / ${QUARTER_MS} * ${QUARTER_MS / 1000}) at time zone $8::text as shown ${counted}) x
       group by 1, 2 order by 1, 2`,
      [...values, zone],
    ),
  }
}

const plainBreakdowns = {
  type: 'type',
  severity: 'severity',
  status: 'status',
  deviceKind: 'device_kind',
  department: '(select x.name from department x where x.id = t.department_id)',
  place: 'place',
  device: `(select x.name || ' · ' || x.imei from device x where x.id = t.device_id)`,
}
export type PlainBreakdown = keyof typeof plainBreakdowns | PlainQuestion['by']

/** Counts by one breakdown or two. */
export function plainCounts(
  sql: Sql,
  {
    from,
    to,
    zone,
    groupBy,
    splitBy,
  }: Pick<PlainQuestion, 'from' | 'to' | 'zone'> & {
    groupBy: PlainBreakdown
    splitBy: PlainBreakdown | null
  },
  {
    tenantId,
    departments,
    devices,
  }: { tenantId: number | null; departments: readonly number[] | null; devices: readonly number[] | null },
) {
  const starts = (by: PlainQuestion['by']) => {
    const [, ...rest] = bucketStarts(by, zone, from, to)
    return `(array[${[from, ...rest]}]::bigint[])`
  }
  const expression = (by: PlainBreakdown) =>
    by === 'hour' || by === 'day' || by === 'week' || by === 'month'
      ? `${starts(by)}[width_bucket(t.raised_at, ${starts(by)})]`
      : plainBreakdowns[by]
  return sql.query<{ key: unknown; split: unknown; value: number }>(
    `select ${expression(groupBy)} as key, ${splitBy ? expression(splitBy) : 'null::text'} as split, count(*) as value
     from alarm t where t.removed_at is null and not t.on_test and t.raised_at >= $1 and t.raised_at < $2
       and ($3::bigint is null or t.tenant_id = $3) and ($4::bigint[] is null or t.department_id = any($4))
       and ($5::bigint[] is null or t.device_id = any($5)) group by 1, 2`,
    [from, to, tenantId, departments, devices],
  )
}
