// Moments of a time axis in words: short under the bar, whole where the bar is told about.
import { calendarFormat } from '../../ui/chart/time-labels.ts'
import type { Bucket } from './statistics-search.ts'

/** `14:00`, `21.11.`, `Nov 2026`: the beginning of a bucket on the axis. */
export function bucketLabel(at: number, by: Bucket, locale: string): string {
  if (by === 'hour')
    return calendarFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
  if (by === 'month') return calendarFormat(locale, { month: 'short', year: '2-digit' }).format(at)
  return calendarFormat(locale, { day: 'numeric', month: 'numeric' }).format(at)
}

/** A bucket in full: the hour with its day, the day with its weekday, the days of a week, the month. */
export function bucketTitle(at: number, end: number, by: Bucket, locale: string): string {
  if (by === 'hour')
    return calendarFormat(locale, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at)
  if (by === 'month') return calendarFormat(locale, { month: 'long', year: 'numeric' }).format(at)
  if (by === 'day')
    return calendarFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }).format(at)
  return calendarFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(at, end)
}
