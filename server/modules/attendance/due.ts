// Which days are to be judged anew. They are written down in the transaction that makes it necessary, so that nothing is
// forgotten when the server falls.
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'

/** A day that is not there yet is judged when it begins; the world's clocks are at most so far ahead. */
const AHEAD_MS = 14 * HOUR_MS

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The last day that has begun anywhere. */
export const lastDayAt = (now: number): string => isoDay(now + AHEAD_MS)

/**
 * Who marks a day that stands there already holds it until the transaction is over: the judge leaves such a day out, and
 * sees what the transaction has stored.
 */
const AGAIN = 'on conflict (worker_id, day) do update set tenant_id = excluded.tenant_id'

export interface PunchMark {
  workerId: number
  at: number
}

/** Marks the days that punches are of: in the zone of the person's rule, and the day before where it works at night. */
export async function markPunches(sql: Sql, punches: readonly PunchMark[]): Promise<void> {
  if (punches.length === 0) return
  await sql.change(
    `insert into attendance_due (worker_id, day, tenant_id)
     select distinct p.worker_id, (to_timestamp(p.at / 1000.0) at time zone z.zone)::date - k.k, z.tenant_id
     from unnest($1::bigint[], $2::bigint[]) p (worker_id, at)
     join lateral (
       select v.zone, a.tenant_id, exists (
         select from jsonb_array_elements(v.slots) s where (s ->> 'closeUntil')::int >= 1440) as nights
       from attendance_assignment a join attendance_rule_version v on v.rule_id = a.rule_id
       where a.worker_id = p.worker_id and a.removed_at is null order by v.number desc limit 1) z on true
     join (values (0), (1)) k (k) on k.k = 0 or z.nights
     order by 1, 2 ${AGAIN}`,
    [punches.map(punch => punch.workerId), punches.map(punch => punch.at)],
  )
}

/** Marks a day whose correction was approved: it is judged though its month is closed. */
export async function markApproved(
  sql: Sql,
  { tenantId, workerId, day }: { tenantId: number; workerId: number; day: string },
): Promise<void> {
  await sql.change(
    `insert into attendance_due (worker_id, day, tenant_id, approved) values ($1, $2, $3, true)
     on conflict (worker_id, day) do update set approved = true`,
    [workerId, day, tenantId],
  )
}

interface Range {
  from: string
  /** Null: no end. */
  until: string | null
}

/** Marks the days of one person that have begun. */
export async function markWorker(
  sql: Sql,
  tenantId: number,
  workerId: number,
  { from, until }: Range,
  now: number,
): Promise<void> {
  await sql.change(
    `insert into attendance_due (worker_id, day, tenant_id)
     select $1, d::date, $2 from generate_series($3::date, least(coalesce($4::date, 'infinity'), $5::date), '1 day') d
     ${AGAIN}`,
    [workerId, tenantId, from, until, lastDayAt(now)],
  )
}

/** Marks days of all who go by a rule, or by any of the tenant's. */
export async function markRule(
  sql: Sql,
  tenantId: number,
  ruleId: number | null,
  { from, until }: Range,
  now: number,
): Promise<void> {
  await sql.change(
    `insert into attendance_due (worker_id, day, tenant_id)
     select distinct a.worker_id, d::date, a.tenant_id from attendance_assignment a
     cross join lateral generate_series(greatest(a.from_day, $3::date),
       least(coalesce(a.until_day, 'infinity'), coalesce($4::date, 'infinity'), $5::date), '1 day') d
     where a.tenant_id = $1 and a.removed_at is null and ($2::bigint is null or a.rule_id = $2)
     order by 1, 2 ${AGAIN}`,
    [tenantId, ruleId, from, until, lastDayAt(now)],
  )
}

/** Marks what time alone makes necessary: days that have begun since, and states whose time has come. */
export async function markByTime(sql: Sql, now: number, back: number): Promise<void> {
  await sql.change(
    `insert into attendance_due (worker_id, day, tenant_id)
     select distinct a.worker_id, d::date, a.tenant_id from attendance_assignment a
     cross join lateral generate_series(greatest(a.from_day, $1::date),
       least(coalesce(a.until_day, 'infinity'), $2::date), '1 day') d
     where a.removed_at is null and not exists (
       select from attendance_day x where x.worker_id = a.worker_id and x.day = d::date)
     order by 1, 2 on conflict do nothing`,
    [isoDay(now - back * DAY_MS), lastDayAt(now)],
  )
  await sql.change(
    `insert into attendance_due (worker_id, day, tenant_id)
     select worker_id, day, tenant_id from attendance_day where next_at <= $1
     order by worker_id, day on conflict do nothing`,
    [now],
  )
}
