// Judges days in bulk and stores what they came to: rows are read and written for thousands at once.
import * as z from 'zod/mini'
import type { DayOutcome } from '../../../src/domain/attendance/attendance-day.ts'
import { packCell } from '../../../src/domain/attendance/cells.ts'
import { planOf, versionOn } from '../../../src/domain/attendance/day-plan.ts'
import {
  ABSENT,
  type DayJudgement,
  judgeDay,
  LATE,
  LEFT_EARLY,
  NO_LEAVE,
  windowOf,
  worthOf,
} from '../../../src/domain/attendance/judge-day.ts'
import type { Sql } from '../../db/scoped.ts'
import { dayBefore, type Facts, type ReadLeave, readFacts } from './facts.ts'

export interface DayOf {
  tenantId: number
  workerId: number
  day: string
  /** By an approved correction: judged though its month is closed. */
  approved?: boolean
}

/** So many days are judged in one transaction. */
export const MOST_AT_ONCE = 5_000

const dueRow = z.object({ tenantId: z.int(), workerId: z.int(), day: z.string(), approved: z.boolean() })

/** Takes marked days, judges and stores them; answers whose. None are left when it answers fewer than it may take. */
export async function judgeDue(sql: Sql, now: number, readLeave: ReadLeave): Promise<DayOf[]> {
  const due = z.parse(
    z.array(dueRow),
    await sql.query(
      `delete from attendance_due d using (
         select worker_id, day from attendance_due order by worker_id, day limit ${MOST_AT_ONCE}
         for update skip locked) taken
       where d.worker_id = taken.worker_id and d.day = taken.day
       returning d.tenant_id as "tenantId", d.worker_id as "workerId", d.day, d.approved`,
    ),
  )
  await judgeDays(sql, due, now, readLeave)
  return due
}

export async function judgeDays(
  sql: Sql,
  days: readonly DayOf[],
  now: number,
  readLeave: ReadLeave,
): Promise<void> {
  const [first] = days
  if (!first) return
  let [from, until] = [first.day, first.day]
  for (const { day } of days) {
    if (day < from) from = day
    if (day > until) until = day
  }
  const facts = await readFacts(
    sql,
    {
      tenantIds: [...new Set(days.map(each => each.tenantId))],
      workerIds: [...new Set(days.map(each => each.workerId))],
      from: dayBefore(from),
      until,
    },
    readLeave,
  )
  const rows: JudgedRow[] = []
  const gone: DayOf[] = []
  for (const each of days) {
    const closed = facts.isClosed(each.tenantId, each.day)
    if (closed && !each.approved) continue
    const judged = judgedRow(each, facts, now)
    if (judged) rows.push(closed ? settled(judged) : judged)
    else if (!closed) gone.push(each)
  }
  await store(sql, rows, now)
  if (gone.length > 0)
    await sql.change(
      `delete from attendance_day d using unnest($1::bigint[], $2::date[]) g (worker_id, day)
       where d.worker_id = g.worker_id and d.day = g.day`,
      [gone.map(each => each.workerId), gone.map(each => each.day)],
    )
}

/** Days of people that were just laid down. */
export async function judgeSeeded(
  sql: Sql,
  days: readonly DayOf[],
  now: number,
  readLeave: ReadLeave,
): Promise<void> {
  await judgeDays(sql, days, now, readLeave)
}

interface JudgedRow extends DayOf {
  versionId: number
  judged: DayJudgement
  worth: number
  cell: string
  leave: string | null
}

/** Time changes nothing more in a closed month. */
const settled = (row: JudgedRow): JudgedRow => ({
  ...row,
  judged: { ...row.judged, phase: 'final', nextAt: null },
})

function judgedRow(each: DayOf, facts: Facts, now: number): JudgedRow | undefined {
  const { tenantId, workerId, day } = each
  const planned = planFor(each, facts)
  if (!planned) return undefined
  const { version, plan } = planned
  const before = planFor({ tenantId, workerId, day: dayBefore(day) }, facts)
  const ended = before && windowOf(before.plan, before.version.zone, dayBefore(day))
  const leave = facts.leaveOf(workerId, day)
  const judged = judgeDay({
    day,
    zone: version.zone,
    plan,
    punches: facts.punchesOf(workerId),
    leave: leave ?? NO_LEAVE,
    now,
    ...(ended && { takenUntil: ended.until }),
  })
  const shown = plan.kind === 'work' ? (leave?.type ?? null) : null
  return {
    ...each,
    versionId: version.id,
    judged,
    worth: worthOf(plan, judged.states),
    cell: packCell(judged, shown),
    leave: shown,
  }
}

function planFor({ tenantId, workerId, day }: DayOf, facts: Facts) {
  const rule = facts.ruleOf(workerId, day)
  const version = rule && versionOn(facts.versionsOf(rule.ruleId), day)
  if (!version) return undefined
  return { version, plan: planOf(version, day, facts.exceptionOn(tenantId, day)) }
}

const countOf = (states: DayJudgement['states'], code: number) =>
  states.filter(state => state === code).length

function outcomeOf({ kind, states, phase }: DayJudgement): DayOutcome {
  if (kind !== 'work') return kind
  if (states.includes(ABSENT)) return 'absent'
  if (states.includes(LATE)) return 'late'
  if (states.includes(LEFT_EARLY)) return 'early'
  return phase === 'open' ? 'open' : 'normal'
}

const COLUMNS = [
  'tenant_id',
  'worker_id',
  'day',
  'rule_version_id',
  'outcome',
  'am_at_state',
  'am_end_state',
  'pm_at_state',
  'pm_end_state',
  'evening_at_state',
  'evening_end_state',
  'times',
  'late_count',
  'late_minutes',
  'early_count',
  'early_minutes',
  'absent_count',
  'worth',
  'leave',
  'conflict',
  'phase',
  'next_at',
  'cell',
]
const TYPES = [
  'bigint',
  'bigint',
  'date',
  'bigint',
  'text',
  ...Array.from({ length: 6 }, () => 'smallint'),
  // As a literal: arrays of arrays cannot be spread out.
  'text',
  ...Array.from({ length: 5 }, () => 'int'),
  'real',
  'text',
  'boolean',
  'text',
  'bigint',
  'text',
]

const literal = (times: readonly (number | null)[]) => `{${times.map(at => at ?? 'NULL').join(',')}}`

/** Writes what has changed. */
async function store(sql: Sql, rows: readonly JudgedRow[], now: number): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ tenantId, workerId, day, versionId, judged, worth, cell, leave }) => [
    tenantId,
    workerId,
    day,
    versionId,
    outcomeOf(judged),
    ...judged.states,
    literal(judged.times),
    countOf(judged.states, LATE),
    judged.lateMinutes,
    countOf(judged.states, LEFT_EARLY),
    judged.earlyMinutes,
    countOf(judged.states, ABSENT),
    worth,
    leave,
    judged.conflict,
    judged.phase,
    judged.nextAt,
    cell,
  ])
  const selected = COLUMNS.map(name => (name === 'times' ? 'times::bigint[]' : name)).join(', ')
  const changing = COLUMNS.filter(name => !['tenant_id', 'worker_id', 'day'].includes(name))
  await sql.change(
    `insert into attendance_day (created_at, updated_at, ${COLUMNS.join(', ')})
     select $1, $1, ${selected} from unnest(${TYPES.map((type, at) => `$${at + 2}::${type}[]`).join(', ')})
       as r (${COLUMNS.join(', ')})
     on conflict (worker_id, day) do update set version = attendance_day.version + 1, updated_at = $1,
       ${changing.map(name => `${name} = excluded.${name}`).join(', ')}
     where (${changing.map(name => `attendance_day.${name}`).join(', ')})
       is distinct from (${changing.map(name => `excluded.${name}`).join(', ')})`,
    [now, ...COLUMNS.map((_, at) => values.map(row => row[at]))],
  )
}
