// Which half days a leave takes, how many of them count, and why one cannot be asked for. Days are of the calendar
// ('YYYY-MM-DD'); what is counted is halves, so that nothing is ever rounded.
import { DAY_MS } from '../durations.ts'
import type { LeaveKind } from './leave-kind.ts'

export type Half = 'am' | 'pm'

/** Half of a calendar day. */
export interface HalfDay {
  day: string
  half: Half
}

/** From a half day until another one, both included. */
export interface LeaveSpan {
  fromDay: string
  fromHalf: Half
  untilDay: string
  untilHalf: Half
}

/** What a tenant wants of one kind of leave. */
export interface LeaveRules {
  enabled: boolean
  /** Rest days in between count, or do not. */
  counts: 'workdays' | 'calendarDays'
  halves: boolean
  /** Evidence is needed from so many days; null: never. */
  evidenceFrom: number | null
  /** So many days after it began it may still be asked for. */
  backfillDays: number
  /** Days in a calendar year; null: as many as are approved. */
  balanceDays: number | null
}

/** What is known of the person and of the days that are asked for. */
export interface LeaveFacts {
  today: string
  worksOn: (day: string) => boolean
  /** Half days that the person's other requests hold, as `keyOf` writes them. */
  taken: ReadonlySet<string>
  /** Halves of this kind that count already, by year. */
  usedHalves: ReadonlyMap<string, number>
  hasEvidence: boolean
  joinedOn: string | null
  leftOn: string | null
}

export interface LeaveProblem {
  id:
    | 'field.periodOrder'
    | 'leave.tooLong'
    | 'leave.kindOff'
    | 'leave.wholeDays'
    | 'leave.tooLate'
    | 'leave.noDays'
    | 'leave.evidence'
    | 'leave.notEmployed'
    | 'leave.taken'
    | 'leave.balance'
  field: 'kind' | 'fromDay' | 'fromHalf' | 'untilDay' | 'untilHalf' | 'evidence'
  params?: Record<string, string | number>
}

/** Longer leaves are asked for in parts. */
export const MOST_LEAVE_DAYS = 400

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day that many days later; earlier with a negative number. */
export const dayAfter = (day: string, days: number): string =>
  new Date(startOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Days from one to the other; negative backwards. */
export const daysBetween = (from: string, until: string): number =>
  Math.round((startOf(until) - startOf(from)) / DAY_MS)

/** All days from one to the other, both included. */
export const daysFrom = (from: string, until: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, until) + 1) }, (_, n) => dayAfter(from, n))

/** Monday 1 to Sunday 7. */
export const weekdayOf = (day: string): number => new Date(startOf(day)).getUTCDay() || 7

/** Where no other calendar is known, people work from Monday to Friday. */
export const isWeekday = (day: string): boolean => weekdayOf(day) <= 5

export const keyOf = ({ day, half }: HalfDay): string => `${day} ${half}`

/** 'am' stands before 'pm', so that halves sort as text. */
const isBackwards = ({ fromDay, fromHalf, untilDay, untilHalf }: LeaveSpan): boolean =>
  keyOf({ day: fromDay, half: fromHalf }) > keyOf({ day: untilDay, half: untilHalf })

/** The half days of a leave, the first one first; none when it ends before it begins. */
export function halvesIn(span: LeaveSpan): HalfDay[] {
  if (isBackwards(span)) return []
  const { fromDay, fromHalf, untilDay, untilHalf } = span
  return daysFrom(fromDay, untilDay).flatMap(day =>
    (['am', 'pm'] as const)
      .filter(half => !(day === fromDay && half < fromHalf) && !(day === untilDay && half > untilHalf))
      .map(half => ({ day, half })),
  )
}

/** Whether a half day counts against the person. */
export const countsOn = (
  { day }: HalfDay,
  { counts }: Pick<LeaveRules, 'counts'>,
  worksOn: (day: string) => boolean,
): boolean => counts === 'calendarDays' || worksOn(day)

/** Why a leave cannot be asked for like this; undefined when it can. */
export function leaveProblem(
  span: LeaveSpan,
  rules: LeaveRules,
  facts: LeaveFacts,
): LeaveProblem | undefined {
  const { fromDay, fromHalf, untilDay, untilHalf } = span
  if (!rules.enabled) return { id: 'leave.kindOff', field: 'kind' }
  if (isBackwards(span))
    return { id: 'field.periodOrder', field: untilDay < fromDay ? 'untilDay' : 'untilHalf' }
  if (daysBetween(fromDay, untilDay) >= MOST_LEAVE_DAYS)
    return { id: 'leave.tooLong', field: 'untilDay', params: { max: MOST_LEAVE_DAYS } }
  if (!rules.halves && fromHalf === 'pm') return { id: 'leave.wholeDays', field: 'fromHalf' }
  if (!rules.halves && untilHalf === 'am') return { id: 'leave.wholeDays', field: 'untilHalf' }
  if (facts.joinedOn !== null && fromDay < facts.joinedOn)
    return { id: 'leave.notEmployed', field: 'fromDay', params: { day: facts.joinedOn } }
  if (facts.leftOn !== null && untilDay > facts.leftOn)
    return { id: 'leave.notEmployed', field: 'untilDay', params: { day: facts.leftOn } }
  if (fromDay < dayAfter(facts.today, -rules.backfillDays))
    return { id: 'leave.tooLate', field: 'fromDay', params: { days: rules.backfillDays } }
  const halves = halvesIn(span)
  const taken = halves.find(half => facts.taken.has(keyOf(half)))
  if (taken) return { id: 'leave.taken', field: 'fromDay', params: { day: taken.day } }
  const counted = halves.filter(half => countsOn(half, rules, facts.worksOn))
  if (counted.length === 0) return { id: 'leave.noDays', field: 'untilDay' }
  if (rules.evidenceFrom !== null && counted.length >= rules.evidenceFrom * 2 && !facts.hasEvidence)
    return { id: 'leave.evidence', field: 'evidence', params: { days: rules.evidenceFrom } }
  return balanceProblem(counted, rules, facts)
}

function balanceProblem(
  counted: readonly HalfDay[],
  { balanceDays }: LeaveRules,
  { usedHalves }: LeaveFacts,
): LeaveProblem | undefined {
  if (balanceDays === null) return undefined
  const asked = new Map<string, number>()
  for (const { day } of counted) asked.set(day.slice(0, 4), (asked.get(day.slice(0, 4)) ?? 0) + 1)
  for (const [year, halves] of asked) {
    const left = balanceDays * 2 - (usedHalves.get(year) ?? 0)
    if (halves > left)
      return { id: 'leave.balance', field: 'untilDay', params: { left: Math.max(0, left) / 2, year } }
  }
  return undefined
}

/** When an approved leave is to end before its time. */
export type LeaveEnd = { lastDay: string; lastHalf: Half } | undefined

/**
 * Why an approved leave cannot end like this; undefined when it can. Without an end it is given back as a whole, which can
 * be asked for until it is over; a return lies within it and before its end.
 */
export function endProblem(span: LeaveSpan, end: LeaveEnd): 'leave.endOutside' | undefined {
  if (!end) return undefined
  const last = keyOf({ day: end.lastDay, half: end.lastHalf })
  const within =
    last >= keyOf({ day: span.fromDay, half: span.fromHalf }) &&
    last < keyOf({ day: span.untilDay, half: span.untilHalf })
  return within ? undefined : 'leave.endOutside'
}

/** Approved leave of a person on a day. */
export interface LeaveOfDay {
  workerId: number
  day: string
  half: Half | 'whole'
  type: LeaveKind
}

/** Half days as days, those of a person and day in a row: both halves are the whole day. */
export function wholeDays(halves: readonly (LeaveOfDay & { half: Half })[]): LeaveOfDay[] {
  const days: LeaveOfDay[] = []
  for (const each of halves) {
    const last = days.at(-1)
    if (last?.workerId === each.workerId && last.day === each.day) last.half = 'whole'
    else days.push({ ...each })
  }
  return days
}
