// A report question made ready: its period worked out, refused where it makes no sense, its rows put in order.
import type * as z from 'zod/mini'
import type { reportResult } from '../../../src/contract/endpoints/report.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import { type Period, periodOf } from '../../../src/domain/report/period.ts'
import { groupsOf, type ReportGroup } from '../../../src/domain/report/report.ts'
import { type Bucket, bucketStarts, isZone } from '../../../src/domain/report/zone-time.ts'
import type { Conditions } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { deviceGroups, type Source } from './sources.ts'

export type Question = z.output<typeof reportResult.request>
export type Result = z.output<typeof reportResult.response>
export type ResultRow = Result['rows'][number]
export type Asker = Pick<Context, 'person' | 'scope' | 'sql'>

/** Most rows of an answer; of more, those with the highest figures stay. */
export const MOST_ROWS = 2_000
/** Buckets of a time axis: a month of hours, three years of days. */
const MOST_BUCKETS = 1_200

const times: readonly ReportGroup[] = ['hour', 'day', 'week', 'month']
export const isTime = (group: ReportGroup): group is Bucket => times.includes(group)

/** A question with its period worked out: what every kind of answer needs. */
export interface Asked extends Period {
  question: Question
  /** Beginnings of the buckets where one breakdown is by time; the first is the period's own beginning. */
  starts: number[]
}

/** Refuses what makes no sense, naming the field; used for questions that are asked and those that are stored. */
export function checkQuestion(question: Question, now: number): Asked {
  const { subject, groupBy, splitBy, reading, zone, period } = question
  if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
  if (!groupsOf[subject].includes(groupBy)) throw new Refused('report.grouping', { field: 'groupBy' })
  if (splitBy && (!groupsOf[subject].includes(splitBy) || splitBy === groupBy || isTime(splitBy)))
    throw new Refused('report.grouping', { field: 'splitBy' })
  if (subject === 'readings' && !reading) throw new Refused('field.required', { field: 'reading' })
  const { from, to } = periodOf(question, now)
  if (from >= to) throw new Refused('field.periodOrder', { field: period === 'custom' ? 'to' : 'period' })
  // By the longest length that a bucket can have: nobody has to make them to count them.
  const longest = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS }
  if (isTime(groupBy) && (to - from) / longest[groupBy] > MOST_BUCKETS)
    throw new Refused('field.tooBig', {
      field: 'to',
      params: { max: from + MOST_BUCKETS * longest[groupBy] },
    })
  const starts = isTime(groupBy) ? bucketStarts(groupBy, zone, from, to) : []
  if (starts[0] !== undefined && starts[0] < from) starts[0] = from
  return { question, from, to, starts }
}

/** The tenant predicate, the departments of the person, and the filters of the question. */
export function addScope(
  source: Pick<Source, 'department' | 'device' | 'from'>,
  { departmentId, groupId, deviceIds }: Question,
  { bind, parts }: Conditions,
  { person, scope }: Asker,
): void {
  const tenant = /\bt\b/.test(source.from) ? 't.tenant_id' : 'd.tenant_id'
  if (scope.tenant !== '*') parts.push(`${tenant} = ${bind(scope.tenant)}`)
  if (person.departments !== null)
    parts.push(`${source.department} = any(${bind([...person.departments])}::bigint[])`)
  if (departmentId)
    parts.push(`${source.department} in (with recursive below as (
        select id from department where id = ${bind(departmentId)} union select x.id from department x
        join below on x.parent_id = below.id) select id from below)`)
  if (groupId)
    parts.push(`${source.device} in (select x.id from device x where x.group_id = ${bind(groupId)})`)
  if (deviceIds.length > 0) parts.push(`${source.device} = any(${bind([...deviceIds])}::bigint[])`)
}

/** Puts rows in order and fills the buckets of a time axis in which nothing happened. */
export function finished(asked: Asked, rows: readonly ResultRow[], unit: string): Result {
  const { from, to, starts, question } = asked
  const kept = rows.slice(0, MOST_ROWS)
  const cut = rows.length > MOST_ROWS
  if (!isTime(question.groupBy)) return { from, to, rows: kept, unit, cut }
  const splits = [...new Set(kept.map(row => row.split))]
  const known = new Map(kept.map(row => [`${row.key} ${row.split}`, row]))
  // A mean of nothing is no 0: only what counts is filled.
  const filled = question.subject === 'readings' ? undefined : { value: 0 }
  const ordered = starts.flatMap(key =>
    (splits.length > 0 ? splits : [null]).flatMap(split => {
      const row = known.get(`${key} ${split}`) ?? (filled && { key, split, ...filled })
      return row ? [row] : []
    }),
  )
  return { from, to, rows: ordered, unit, cut }
}

/** Where the figures of devices come from, for time online and for readings. */
export const ofDevices = { from: 'device d', department: 'd.department_id', device: 'd.id' } as const

/** Expression of a breakdown by what a device is. */
export function deviceExpression(group: ReportGroup): string {
  const expression = deviceGroups[group]
  if (expression === undefined) throw new Refused('report.grouping', { field: 'groupBy' })
  return expression
}
