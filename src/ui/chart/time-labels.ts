// Moments on axes in the reader's language, as the calendar that days are counted by has them.
import { dayCalendar } from '../calendar.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** A cached formatter in the zone of the calendar of days. */
export function calendarFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = dayCalendar().zone()
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, made)
  return made
}

/** `14:00`; with seconds `14:00:30`. */
export const clockLabel = (at: number, locale: string, seconds = false): string =>
  calendarFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    hourCycle: 'h23',
  }).format(at)

/** `Nov 21`, `21. Nov.`, `11月21日`. */
export const dayLabel = (at: number, locale: string): string =>
  calendarFormat(locale, { month: 'short', day: 'numeric' }).format(at)

/** `Nov 2026`, `2026年11月`. */
export const monthLabel = (at: number, locale: string): string =>
  calendarFormat(locale, { month: 'short', year: 'numeric' }).format(at)
