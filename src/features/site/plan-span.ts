// The days that a chart of plans shows: all of the plans with their baselines, today, and whole months around them.
import { addDays, addMonths, daysFrom } from '../../domain/site/calendar-day.ts'
import { endOf } from '../../domain/site/plan-schedule.ts'
import type { WorkPlan } from './plan-peek.tsx'

export interface Span {
  from: string
  days: number
  /** The first days of the months in it. */
  months: readonly string[]
}

const monthOf = (day: string) => `${day.slice(0, 8)}01`

export function spanOf(plans: readonly WorkPlan[], today: string): Span {
  const starts = plans.flatMap(({ startOn, baselineStartOn }) => [startOn, baselineStartOn ?? startOn])
  const ends = plans.flatMap(({ endOn, baselineStartOn, baselineDays }) =>
    baselineStartOn !== null && baselineDays !== null
      ? [endOn, endOf({ startOn: baselineStartOn, periodDays: baselineDays })]
      : [endOn],
  )
  const from = monthOf([today, ...starts].toSorted()[0] ?? today)
  const last = [today, ...ends].toSorted().at(-1) ?? today
  const until = addMonths(monthOf(last), 1)
  const months: string[] = []
  for (let month = from; month < until; month = addMonths(month, 1)) months.push(month)
  return { from, days: daysFrom(from, until), months }
}

/** Where a day begins, in hundredths of the whole. */
export const share = ({ from, days }: Span, day: string): number => (daysFrom(from, day) / days) * 100

/** The name of a month, with its year in January. */
export const monthName = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    month: 'short',
    ...(day.slice(5, 7) === '01' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${addDays(day, 0)}T12:00:00Z`))
