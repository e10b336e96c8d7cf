// When an inspection is due next, when it is reminded of.
import { addDays, addMonths, daysFrom } from './calendar-day.ts'

export interface InspectionRhythm {
  /** The day that all due days are counted from, so that the 31st comes back after February. */
  anchorOn: string
  everyMonths: number
  /** `scheduled`: by the calendar, however late the last one was. `completed`: so long after the last one. */
  basis: 'scheduled' | 'completed'
}

/** The due day that follows an inspection which was passed, and the anchor of those after it. */
export function nextAfter(
  { anchorOn, everyMonths, basis }: InspectionRhythm,
  { dueOn, doneOn }: { dueOn: string; doneOn: string },
): { anchorOn: string; nextOn: string } {
  if (basis === 'completed') return { anchorOn: doneOn, nextOn: addMonths(doneOn, everyMonths) }
  // One that was made early counts for the due day it was made for; one that was made very late leaves none behind.
  const last = doneOn > dueOn ? doneOn : dueOn
  let round = Math.max(0, Math.floor(daysFrom(anchorOn, last) / (31 * everyMonths)) - 1)
  while (addMonths(anchorOn, round * everyMonths) <= last) round++
  return { anchorOn, nextOn: addMonths(anchorOn, round * everyMonths) }
}

/**
 * What one that was made does to what is known of the thing: `news`, it is the latest; `moves`, the next due day follows it too.
 * Phones tell of theirs late and in any order, and two who look at a thing on one day have done one inspection.
 */
export function effectOf(
  last: { on: string; result: 'passed' | 'failed' } | undefined,
  made: { on: string; result: 'passed' | 'failed' },
): { news: boolean; moves: boolean } {
  const news = last === undefined || made.on >= last.on
  const again = last?.on === made.on && last.result === 'passed'
  return { news, moves: news && made.result === 'passed' && !again }
}

/** Reminders that should have gone out by a day: days before the due day, 0 on the day itself, negative after it. */
export const remindersDue = (nextOn: string, offsets: readonly number[], today: string): number[] =>
  offsets.filter(offset => addDays(nextOn, -offset) <= today)

/** So many days ahead an inspection is soon. */
export const SOON_DAYS = 30

export interface Check {
  item: string
  ok: boolean
}

/** Passed only where everything is in order. */
export const resultOf = (checks: readonly Check[]): 'passed' | 'failed' =>
  checks.every(({ ok }) => ok) ? 'passed' : 'failed'
