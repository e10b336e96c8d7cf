// What becomes of leave when it is decided: which half days are leave for attendance, and which are free again.
import * as z from 'zod/mini'
import {
  dayAfter,
  halvesIn,
  keyOf,
  type LeaveOfDay,
  type LeaveSpan,
  wholeDays,
} from '../../../src/domain/leave/leave-days.ts'
import { leaveKind } from '../../../src/domain/leave/leave-kind.ts'
import { half } from '../../../src/domain/leave/leave-request.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { ApprovalHandler, Settled } from '../approvals/public.ts'
import type { LeaveChange, SettlingPorts } from './ports.ts'

/** The half days of a request are free for others again. */
export async function dropHalves(sql: Sql, requestId: number): Promise<void> {
  await sql.query('update leave_day set live = false where request_id = $1 and live', [requestId])
}

/** What approvals ask of leave, and tell it. */
export const leaveHandlers = (ports: SettlingPorts): ApprovalHandler[] => [
  {
    kind: 'leave',
    currentVersion: (sql, id) => revisionOf(sql, 'revision', id),
    settled: (sql, settled) => settleLeave(sql, ports, settled),
  },
  {
    kind: 'leaveEnd',
    currentVersion: (sql, id) => revisionOf(sql, 'end_revision', id),
    settled: (sql, settled) => settleLeaveEnd(sql, ports, settled),
  },
]

/** The text that approvers are asked about, by its number; undefined while somebody changes it. */
async function revisionOf(
  sql: Sql,
  column: 'revision' | 'end_revision',
  id: number,
): Promise<number | undefined> {
  const row = await firstOf(
    sql,
    tables.selectFrom('leave_request').select(column).where('id', '=', id).forNoKeyUpdate().skipLocked(),
  )
  return row?.[column]
}

const stored = z.object({
  worker_id: z.number(),
  tenant_id: z.number(),
  from_day: z.string(),
  from_half: half,
  until_day: z.string(),
  until_half: half,
  ending: z.nullable(z.enum(['cancel', 'return'])),
  end_day: z.nullable(z.string()),
  end_half: z.nullable(half),
})

async function lockedRequest(sql: Sql, id: number): Promise<z.output<typeof stored>> {
  const [row] = await sql.query(
    `select worker_id, tenant_id, from_day, from_half, until_day, until_half, ending, end_day, end_half
     from leave_request where id = $1 for update`,
    [id],
  )
  return z.parse(stored, row)
}

/** Writes down what was decided on a request for leave; in the transaction of whoever decided. */
async function settleLeave(sql: Sql, ports: SettlingPorts, settled: Settled): Promise<void> {
  const { subjectId: id, outcome, by, reason, at } = settled
  const request = await lockedRequest(sql, id)
  await sql.query(
    `update leave_request set state = $2, decision = $3, decided_by = $4, decided_at = $5, updated_at = $5,
       version = version + 1 where id = $1`,
    [id, outcome, reason, by.name, at],
  )
  if (outcome === 'returned') return
  if (outcome === 'approved')
    await sql.query('update leave_day set approved = true where request_id = $1 and live', [id])
  else await dropHalves(sql, id)
  await ports.changed(sql, changeOf(request))
}

/** Writes down what was decided on the end of a leave before its time. */
async function settleLeaveEnd(sql: Sql, ports: SettlingPorts, settled: Settled): Promise<void> {
  const { subjectId: id, outcome, at, reason, by } = settled
  const request = await lockedRequest(sql, id)
  // It is for the approver to say yes or no; whoever asked again asks anew.
  const ended = outcome === 'approved' ? endOf(request) : undefined
  await sql.query(
    `update leave_request set ending = null, end_day = case when $2 then end_day end,
       end_half = case when $2 then end_half end, end_reason = case when $2 then end_reason end,
       state = case when $3 then 'cancelled' else state end,
       until_day = case when $2 and end_day is not null then end_day else until_day end,
       until_half = case when $2 and end_day is not null then end_half else until_half end,
       decision = $4, decided_by = $5, decided_at = $6, updated_at = $6, version = version + 1 where id = $1`,
    [id, ended !== undefined, ended === 'whole', reason, by.name, at],
  )
  if (ended === undefined) return
  if (ended === 'whole') await dropHalves(sql, id)
  else await keepHalves(sql, id, ended)
  await ports.changed(sql, changeOf(request))
}

function endOf(request: z.output<typeof stored>): 'whole' | LeaveSpan | undefined {
  if (request.ending === 'cancel') return 'whole'
  if (request.ending === null || request.end_day === null || request.end_half === null) return undefined
  return {
    fromDay: request.from_day,
    fromHalf: request.from_half,
    untilDay: request.end_day,
    untilHalf: request.end_half,
  }
}

async function keepHalves(sql: Sql, id: number, kept: LeaveSpan): Promise<void> {
  await sql.query(
    `update leave_day set live = false where request_id = $1 and live
       and not (to_char(day, 'YYYY-MM-DD') || ' ' || half = any($2::text[]))`,
    [id, halvesIn(kept).map(keyOf)],
  )
  await sql.query(
    `update leave_request set half_days = (select count(*) from leave_day d where d.request_id = $1 and d.live and d.counts)
     where id = $1`,
    [id],
  )
}

const changeOf = ({ tenant_id, worker_id, from_day, until_day }: z.output<typeof stored>): LeaveChange => ({
  tenantId: tenant_id,
  workerId: worker_id,
  from: from_day,
  until: until_day,
})

/**
 * Approved leave of a tenant's people on the days from `from` to `until`, both included; of rest days within a leave, too.
 * By person and day.
 */
export async function leaveDaysOf(
  sql: Sql,
  tenantId: number,
  { from, until, workerIds }: { from: string; until: string; workerIds?: readonly number[] },
): Promise<LeaveOfDay[]> {
  let found = tables
    .selectFrom('leave_day')
    .select(['worker_id', 'day', 'half', 'type'])
    .where('tenant_id', '=', tenantId)
    .where('live', '=', true)
    .where('approved', '=', true)
    .where('day', '>=', from)
    .where('day', '<', dayAfter(until, 1))
  if (workerIds) found = found.where('worker_id', 'in', [...workerIds, 0])
  const rows = await rowsOf(sql, found.orderBy('worker_id').orderBy('day').orderBy('half'))
  return wholeDays(
    rows.map(row => ({
      workerId: row.worker_id,
      day: row.day,
      half: z.parse(half, row.half),
      type: z.parse(leaveKind, row.type),
    })),
  )
}
