// What a tenant wants of a kind of leave, and what is known of somebody's other leave.
import { type HalfDay, keyOf, type LeaveRules } from '../../../src/domain/leave/leave-days.ts'
import { type LeaveKind, usualLeaveRules } from '../../../src/domain/leave/leave-kind.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'

export async function rulesOf(sql: Sql, tenantId: number, kind: LeaveKind): Promise<LeaveRules> {
  const usual = usualLeaveRules[kind]
  const row = await firstOf(
    sql,
    tables
      .selectFrom('leave_type')
      .select(['enabled', 'counts', 'halves', 'evidence_from', 'backfill_days', 'balance_days'])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind),
  )
  if (!row) return usual
  return {
    enabled: row.enabled,
    counts: row.counts === 'calendarDays' ? 'calendarDays' : 'workdays',
    halves: row.halves,
    evidenceFrom: row.evidence_from,
    backfillDays: row.backfill_days,
    balanceDays: row.balance_days,
  }
}

/** The half days that other requests of a person hold within a period, as `keyOf` writes them. */
export async function takenHalves(
  sql: Sql,
  asked: { workerId: number; from: string; until: string; except: number | undefined },
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('leave_day')
      .select(['day', 'half'])
      .where('worker_id', '=', asked.workerId)
      .where('live', '=', true)
      .where('day', '>=', asked.from)
      .where('day', '<=', asked.until)
      .where('request_id', '<>', asked.except ?? 0),
  )
  return new Set(rows.map(({ day, half }) => keyOf({ day, half: half === 'pm' ? 'pm' : 'am' })))
}

/** Halves of a kind that count for a person, asked for and approved together, by year. */
export async function usedHalves(
  sql: Sql,
  { workerId, kind, except }: { workerId: number; kind: LeaveKind; except: number | undefined },
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('leave_day')
      .select(['day'])
      .where('worker_id', '=', workerId)
      .where('type', '=', kind)
      .where('live', '=', true)
      .where('counts', '=', true)
      .where('request_id', '<>', except ?? 0),
  )
  const years = new Map<string, number>()
  for (const { day } of rows) years.set(day.slice(0, 4), (years.get(day.slice(0, 4)) ?? 0) + 1)
  return years
}

/** Puts the half days of a request in the place of those it had. */
export async function holdHalves(
  sql: Sql,
  request: { id: number; tenantId: number; workerId: number; kind: LeaveKind },
  halves: readonly (HalfDay & { counts: boolean })[],
): Promise<void> {
  await sql.query('delete from leave_day where request_id = $1', [request.id])
  await sql.query(
    `insert into leave_day (request_id, tenant_id, worker_id, type, day, half, counts)
     select $1, $2, $3, $4, day, half, counts from unnest($5::date[], $6::text[], $7::boolean[]) as held (day, half, counts)`,
    [
      request.id,
      request.tenantId,
      request.workerId,
      request.kind,
      halves.map(({ day }) => day),
      halves.map(({ half }) => half),
      halves.map(({ counts }) => counts),
    ],
  )
}
