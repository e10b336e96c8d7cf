// The period a report is about, and when a scheduled one is due next.
import type * as z from 'zod/mini'
import type { reportDefinition, reportPeriod } from './report.ts'
import { daysIn, localTime, momentOf } from './zone-time.ts'

type Report = z.output<typeof reportDefinition>

export interface Period {
  /** Epoch milliseconds, included. */
  from: number
  /** Not included. */
  to: number
}

/**
 * The moments of a period as seen now. Whole days in the zone; today's ends with the day. Of a custom one a blank
 * beginning is the first of the month, a blank end is today (console specification, section 5).
 */
export function periodOf(
  { period, zone, from, to }: Pick<Report, 'period' | 'zone' | 'from' | 'to'>,
  now: number,
): Period {
  const { year, month, day } = localTime(zone, now)
  const dayAt = (shift: number) => momentOf(zone, year, month, day + shift)
  const periods: Record<Exclude<z.output<typeof reportPeriod>, 'custom'>, Period> = {
    today: { from: dayAt(0), to: dayAt(1) },
    yesterday: { from: dayAt(-1), to: dayAt(0) },
    last7Days: { from: dayAt(-6), to: dayAt(1) },
    last30Days: { from: dayAt(-29), to: dayAt(1) },
    thisMonth: { from: momentOf(zone, year, month, 1), to: dayAt(1) },
    lastMonth: { from: momentOf(zone, year, month - 1, 1), to: momentOf(zone, year, month, 1) },
  }
  if (period !== 'custom') return periods[period]
  return { from: from ?? periods.thisMonth.from, to: to === undefined || to === null ? dayAt(1) : to + 1 }
}

/** The first moment after `after` at which a scheduled report is due; undefined without a schedule. */
export function nextRun(
  { schedule, atMinute, onDay, zone }: Pick<Report, 'schedule' | 'atMinute' | 'onDay' | 'zone'>,
  after: number,
): number | undefined {
  if (schedule === 'none') return undefined
  const { year, month, day, weekday } = localTime(zone, after)
  const candidates =
    schedule === 'daily'
      ? [day, day + 1].map(on => momentOf(zone, year, month, on, atMinute))
      : schedule === 'weekly'
        ? [0, 7].map(shift => momentOf(zone, year, month, day - weekday + (onDay ?? 1) + shift, atMinute))
        : [0, 1].map(shift => monthly(zone, year, month + shift, onDay ?? 1, atMinute))
  return candidates.find(at => at > after)
}

/** In a month that is shorter than the day asked for, its last day. */
function monthly(zone: string, year: number, month: number, day: number, minute: number): number {
  const [inYear, inMonth] = month > 12 ? [year + 1, month - 12] : [year, month]
  return momentOf(zone, inYear, inMonth, Math.min(day, daysIn(inYear, inMonth)), minute)
}
