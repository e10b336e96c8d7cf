// A month as a grid: the stored days of each person in one text, and what is planned for those to come.
import * as z from 'zod/mini'
import { CELL, EMPTY_CELL, packCell, REST_CELL } from '../../../src/domain/attendance/cells.ts'
import { planOf, versionOn, weekKindOf } from '../../../src/domain/attendance/day-plan.ts'
import { daysFrom, firstOfMonth, lastOfMonth } from '../../../src/domain/attendance/local-days.ts'
import type { Sql } from '../../db/scoped.ts'
import { type Facts, type ReadLeave, readFacts } from './facts.ts'

const personRow = z.object({
  workerId: z.int(),
  name: z.string(),
  trade: z.nullable(z.string()),
  departmentName: z.nullable(z.string()),
  packed: z.nullable(z.string()),
  worth: z.number(),
  waiting: z.int(),
})

export interface MonthAsked {
  tenantId: number
  month: string
  today: string
  /** Only these departments; null: all. */
  departments: readonly number[] | null
  workerId?: number
  most: number
}

export async function readMonth(sql: Sql, asked: MonthAsked, readLeave: ReadLeave) {
  const { tenantId, month, today } = asked
  const [from, until] = [firstOfMonth(month), lastOfMonth(month)]
  const rows = z.parse(
    z.array(personRow),
    await sql.query(
      // Each person is looked up by key: joined as sets, a plan made for any parameters compares everybody with everybody.
      `select w.id as "workerId", w.name, w.trade, p.name as "departmentName", d.cells as packed,
         coalesce(d.worth, 0) as worth,
         (select count(*)::int from attendance_correction c where c.worker_id = w.id and c.day between $2::date and $3::date
            and c.state = 'pending' and c.removed_at is null) as waiting
       from worker w left join attendance_month d on d.worker_id = w.id and d.month = $2::date
         left join department p on p.id = w.department_id
       where w.tenant_id = $1 and w.removed_at is null and (d.worker_id is not null or exists (
           select from attendance_assignment a where a.tenant_id = $1 and a.worker_id = w.id and a.removed_at is null
             and a.from_day <= $3::date and coalesce(a.until_day, 'infinity') >= $2::date))
         and ($4::bigint[] is null or w.department_id = any($4)) and ($5::bigint is null or w.id = $5)
       order by w.name, w.id limit ${asked.most}`,
      [tenantId, from, until, asked.departments && [...asked.departments], asked.workerId ?? null],
    ),
  )
  const facts = await readFacts(
    sql,
    { tenantIds: [tenantId], workerIds: rows.map(row => row.workerId), from, until, planOnly: true },
    readLeave,
  )
  const days = daysFrom(from, until)
  const planned = plannedCells(facts, tenantId)
  return {
    month,
    today,
    closed: facts.isClosed(tenantId, from),
    days: headOf(
      days,
      facts,
      tenantId,
      rows.map(row => row.workerId),
    ),
    people: rows.map(({ packed, ...row }) => {
      const complete = packed !== null && !packed.includes(NOT_STORED)
      const cells = complete
        ? packed
        : days
            .map((day, at) => {
              const stored = packed?.slice(at * CELL, (at + 1) * CELL)
              if (stored && !stored.startsWith(NOT_STORED)) return stored
              return day > today ? planned(row.workerId, day) : EMPTY_CELL
            })
            .join('')
      return { ...row, cells, ...countsIn(cells) }
    }),
  }
}

/** How a day begins that no row is stored for. */
const NOT_STORED = ' '

/** Counted in the states alone: letters of kinds and leave are no digits. */
function countsIn(cells: string): { late: number; early: number; absent: number } {
  const counts = { late: 0, early: 0, absent: 0 }
  for (const sign of cells) {
    if (sign === '2') counts.late++
    else if (sign === '3') counts.early++
    else if (sign === '0') counts.absent++
  }
  return counts
}

const NOTHING = [null, null, null, null, null, null]
const NO = [false, false, false, false, false, false]

/** What is known of days to come: rest and leave. Most people have the same. */
function plannedCells(facts: Facts, tenantId: number): (workerId: number, day: string) => string {
  const rests = new Map<string, boolean>()
  return (workerId, day) => {
    const rule = facts.ruleOf(workerId, day)
    const version = rule && versionOn(facts.versionsOf(rule.ruleId), day)
    if (!version) return EMPTY_CELL
    const key = `${version.id} ${day}`
    const rest = rests.get(key) ?? planOf(version, day, facts.exceptionOn(tenantId, day)).kind === 'rest'
    rests.set(key, rest)
    if (rest) return REST_CELL
    const leave = facts.leaveOf(workerId, day)
    return leave ? packCell({ kind: 'work', states: NOTHING, pending: NO }, leave.type) : EMPTY_CELL
  }
}

/** The days with what the rule of most people makes of their weeks. */
function headOf(days: readonly string[], facts: Facts, tenantId: number, workerIds: readonly number[]) {
  const rules = new Map<number, number>()
  const middle = days[Math.floor(days.length / 2)] ?? ''
  for (const workerId of workerIds) {
    const rule = facts.ruleOf(workerId, middle)
    if (rule) rules.set(rule.ruleId, (rules.get(rule.ruleId) ?? 0) + 1)
  }
  const [usual] = [...rules].sort(([, a], [, b]) => b - a)
  const versions = usual ? facts.versionsOf(usual[0]) : []
  return days.map(day => {
    const version = versionOn(versions, day)
    return {
      day,
      exception: facts.exceptionOn(tenantId, day)?.kind ?? null,
      week: version ? weekKindOf(version, day) : null,
    }
  })
}
