// What the judge looks at, read for many people and days at once.
import * as z from 'zod/mini'
import type { CalendarException } from '../../../src/domain/attendance/day-plan.ts'
import { addDays, monthOf } from '../../../src/domain/attendance/local-days.ts'
import { settingsFields } from '../../../src/domain/attendance/slots.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { LeaveKind } from '../../../src/domain/leave/leave-kind.ts'
import type { Sql } from '../../db/scoped.ts'

const ruleVersion = z.object({ id: z.int(), ruleId: z.int(), number: z.int(), ...settingsFields })
export type RuleVersion = z.output<typeof ruleVersion>

const assignment = z.object({
  workerId: z.int(),
  ruleId: z.int(),
  fromDay: z.string(),
  untilDay: z.nullable(z.string()),
})
type Assignment = z.output<typeof assignment>

const exception = z.object({
  tenantId: z.int(),
  day: z.string(),
  kind: z.enum(['rest', 'work']),
  likeWeekday: z.nullable(z.int()),
})
const punch = z.object({ workerId: z.int(), at: z.int() })
type PunchTime = z.output<typeof punch>
const closed = z.object({ tenantId: z.int(), month: z.string() })

/** Halves of a day that somebody has leave for. */
export interface LeaveOfDay {
  workerId: number
  day: string
  half: 'whole' | 'am' | 'pm'
  type: LeaveKind
}

/** Asked for approved leave; who keeps it hands this in. */
export type ReadLeave = (
  sql: Sql,
  tenantId: number,
  asked: { from: string; until: string; workerIds: readonly number[] },
) => Promise<readonly LeaveOfDay[]>

export interface Facts {
  ruleOf(workerId: number, day: string): Assignment | undefined
  versionsOf(ruleId: number): readonly RuleVersion[]
  exceptionOn(tenantId: number, day: string): CalendarException | undefined
  /** Moments, in order. */
  punchesOf(workerId: number): readonly number[]
  leaveOf(workerId: number, day: string): { am: boolean; pm: boolean; type: LeaveKind } | undefined
  isClosed(tenantId: number, day: string): boolean
}

interface Asked {
  tenantIds: readonly number[]
  workerIds: readonly number[]
  /** First and last day. */
  from: string
  until: string
  /** Without punches where days are only planned. */
  planOnly?: true
}

export async function readVersions(sql: Sql, ruleIds: readonly number[]): Promise<RuleVersion[]> {
  return z.parse(
    z.array(ruleVersion),
    await sql.query(
      `select id, rule_id as "ruleId", number, valid_from as "validFrom", zone, week_type as "weekType",
         anchor_monday as "anchorMonday", anchor_is as "anchorIs", punch_count as "punchCount", slots
       from attendance_rule_version where rule_id = any($1::bigint[]) order by rule_id, number`,
      [[...ruleIds]],
    ),
  )
}

const groupBy = <Item>(items: readonly Item[], key: (item: Item) => number | string) => {
  const groups = new Map<number | string, Item[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}

export async function readFacts(sql: Sql, asked: Asked, readLeave: ReadLeave): Promise<Facts> {
  const { tenantIds, from, until } = asked
  const workerIds = [...asked.workerIds]
  const assignments = groupBy(
    z.parse(
      z.array(assignment),
      await sql.query(
        `select worker_id as "workerId", rule_id as "ruleId", from_day as "fromDay", until_day as "untilDay"
         from attendance_assignment where worker_id = any($1::bigint[]) and removed_at is null
           and from_day <= $3::date and (until_day is null or until_day >= $2::date - 1)`,
        [workerIds, from, until],
      ),
    ),
    each => each.workerId,
  )
  const ruleIds = new Set([...assignments.values()].flat().map(each => each.ruleId))
  const versions = groupBy(await readVersions(sql, [...ruleIds]), each => each.ruleId)
  const exceptions = new Map(
    z
      .parse(
        z.array(exception),
        await sql.query(
          `select tenant_id as "tenantId", day, kind, like_weekday as "likeWeekday" from calendar_day
           where tenant_id = any($1::bigint[]) and removed_at is null and day between $2::date - 1 and $3`,
          [[...tenantIds], from, until],
        ),
      )
      .map(({ tenantId, day, ...said }) => [`${tenantId} ${day}`, said] as const),
  )
  const punches = asked.planOnly ? new Map<number | string, PunchTime[]>() : await readPunches(sql, asked)
  const months = z.parse(
    z.array(closed),
    await sql.query(
      `select tenant_id as "tenantId", month from month_close where state = 'closed' and tenant_id = any($1::bigint[])`,
      [[...tenantIds]],
    ),
  )
  const shut = new Set(months.map(({ tenantId, month }) => `${tenantId} ${month}`))
  const leave = new Map<string, { am: boolean; pm: boolean; type: LeaveKind }>()
  for (const tenantId of tenantIds)
    for (const { workerId, day, half, type } of await readLeave(sql, tenantId, { from, until, workerIds })) {
      const before = leave.get(`${workerId} ${day}`)
      leave.set(`${workerId} ${day}`, {
        am: half !== 'pm' || before?.am === true,
        pm: half !== 'am' || before?.pm === true,
        type,
      })
    }
  return {
    ruleOf: (workerId, day) =>
      assignments
        .get(workerId)
        ?.find(({ fromDay, untilDay }) => fromDay <= day && (untilDay === null || untilDay >= day)),
    versionsOf: ruleId => versions.get(ruleId) ?? [],
    exceptionOn: (tenantId, day) => exceptions.get(`${tenantId} ${day}`),
    punchesOf: workerId => punches.get(workerId)?.map(({ at }) => at) ?? [],
    leaveOf: (workerId, day) => leave.get(`${workerId} ${day}`),
    isClosed: (tenantId, day) => shut.has(`${tenantId} ${monthOf(day)}`),
  }
}

async function readPunches(sql: Sql, { workerIds, from, until }: Asked) {
  const rows = await sql.query(
    `select worker_id as "workerId", at from punch
     where worker_id = any($1::bigint[]) and at between $2 and $3 and trust <> 'old' order by worker_id, at`,
    [[...workerIds], Date.parse(`${from}T00:00:00Z`) - DAY_MS, Date.parse(`${until}T00:00:00Z`) + 4 * DAY_MS],
  )
  return groupBy(z.parse(z.array(punch), rows), each => each.workerId)
}

/** The days around those that are asked for: a night shift reaches back. */
export const dayBefore = (day: string): string => addDays(day, -1)
