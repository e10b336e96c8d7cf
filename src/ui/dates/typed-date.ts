// Reads a day, a moment or a time of day as people write it, and says each in the console's one form.

import { type Calendar, dayCalendar } from '../calendar.ts'
import { clockOf } from '../week.ts'

/** A date of the calendar. `month` 1 to 12. */
interface DateParts {
  year: number
  month: number
  day: number
}

/** Arabic, Persian and full-width digits have their value in the last four bits. */
const western = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, digit => String(digit.charCodeAt(0) & 15))

/** Whether a language writes the month before the day. */
const monthFirst = (locale: string): boolean => {
  const parts = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month'
}

/** The date that a text names: `2026-11-22`, `20261122`, or with the year at its end in the order of the language. */
function datePartsOf(text: string, locale: string): DateParts | undefined {
  const groups = text.match(/\d+/g) ?? []
  if (groups.length === 1) {
    const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(groups[0] ?? '') ?? []
    return year ? whole({ year, month, day }) : undefined
  }
  const [first = '', second, third = ''] = groups
  if (groups.length !== 3 || groups.some(group => group.length > 4)) return undefined
  if (first.length === 4) return whole({ year: first, month: second, day: third })
  if (third.length !== 4) return undefined
  // With dots the day stands first everywhere.
  const swapped = !text.includes('.') && monthFirst(locale)
  return whole({ year: third, month: swapped ? first : second, day: swapped ? second : first })
}

/** The date, where there is such a one in this or the next centuries. */
function whole(parts: Record<keyof DateParts, string | undefined>): DateParts | undefined {
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)]
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return year >= 2000 && exists ? { year, month, day } : undefined
}

/** The first moment of the day that a text names; undefined for what is no day. */
export function readDay(
  text: string,
  locale: string,
  calendar: Calendar = dayCalendar(),
): number | undefined {
  const parts = datePartsOf(western(text), locale)
  return parts && calendar.startOf(parts.year, parts.month, parts.day)
}

/** The moment that a day and a time of day name; undefined for anything else. */
export function readMoment(
  text: string,
  locale: string,
  calendar: Calendar = dayCalendar(),
): number | undefined {
  const [, date = '', time = ''] = /^\s*(.*\d\D?)[\sT,،]+(\d{1,2}[:：]\d{2})\s*$/.exec(western(text)) ?? []
  const parts = datePartsOf(date, locale)
  const minute = readTime(time)
  return parts && minute !== undefined
    ? calendar.startOf(parts.year, parts.month, parts.day, minute)
    : undefined
}

/** The minute of the day that `8:30`, `08.30`, `830` or `8` names; undefined for anything else. */
export function readTime(text: string): number | undefined {
  const match = /^\s*(\d{1,2})(?:\s*[:：.]?\s*(\d{2}))?\s*$/.exec(western(text))
  if (!match) return undefined
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  return hour < 24 && minute < 60 ? hour * 60 + minute : undefined
}

/** The moment that a day `YYYY-MM-DD` begins with, or that a minute of it does. */
export function momentOfDay(day: string, calendar: Calendar, minute = 0): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return calendar.startOf(year, month, date, minute)
}

/** Times of a day to pick from, every half hour. */
export const halfHours: readonly string[] = Array.from({ length: 48 }, (_, at) => clockOf(at * 30))
