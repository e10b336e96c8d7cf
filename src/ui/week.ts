// Days of the week and times of day in words.

/** A Monday, so that the days of the week can be named by Intl. */
const A_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** The name of a day of the week, 1 for Monday. */
export function dayName(day: number, locale: string, style: 'narrow' | 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
    A_MONDAY + (day - 1) * DAY_MS,
  )
}

/** `08:30` for the 510th minute of a day. */
export function clockOf(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
}

/** The minute of the day of `08:30`; undefined for anything else. */
export function minuteOf(clock: string): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock)
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined
}

/** Days in a row as one span (`Mon – Fri`), others one by one. Empty: every day. */
export function daysText(days: readonly number[], locale: string): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  const row = first !== undefined && last !== undefined && last - first === sorted.length - 1
  if (row && sorted.length > 2) return `${dayName(first, locale)} – ${dayName(last, locale)}`
  return new Intl.ListFormat(locale, { style: 'short', type: 'conjunction' }).format(
    sorted.map(day => dayName(day, locale)),
  )
}
