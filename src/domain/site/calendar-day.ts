// Counting with days of the calendar, 'YYYY-MM-DD', which no clock and no zone moves.
import { DAY_MS } from '../durations.ts'
import { localTime } from '../report/zone-time.ts'

const two = (part: number) => String(part).padStart(2, '0')
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** The day so many days later; earlier for a negative count. */
export const addDays = (day: string, count: number): string => dayOf(numberOf(day) + count)

/** Days from one to the other: 1 from a day to the next. */
export const daysFrom = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** The same day so many months later; the last of the month where that month is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${first.toISOString().slice(0, 8)}${two(Math.min(date, last))}`
}

/** The day that the calendar of a zone shows at a moment. */
export function dayIn(zone: string, at: number): string {
  const { year, month, day } = localTime(zone, at)
  return `${year}-${two(month)}-${two(day)}`
}
