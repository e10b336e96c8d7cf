// Days of the calendar as they are written, and what the clocks of a zone show on them.
import { DAY_MS } from '../durations.ts'
import { localTime, momentOf } from '../report/zone-time.ts'

const MINUTES_OF_DAY = 1440

/** Midnight of the day as if it were UTC: only for counting days. */
const countOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string =>
  new Date(countOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Days from one to the other; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((countOf(to) - countOf(from)) / DAY_MS)

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => ((new Date(countOf(day)).getUTCDay() + 6) % 7) + 1

/** `2026-11` of a day in it. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** All days from the first to the last, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

export const firstOfMonth = (month: string): string => `${month}-01`

export function lastOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** The month so many months later; negative: earlier. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The day that a zone's calendar shows at a moment. */
export function localDay(zone: string, at: number): string {
  const { year, month, day } = localTime(zone, at)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/**
 * Whole minutes from the midnight with which a day begins, as the zone's clocks show them: 1565 is five past two in the
 * following night, also when the clocks were set that night.
 */
export function minuteOn(zone: string, day: string, at: number): number {
  const { minute } = localTime(zone, at)
  return daysBetween(day, localDay(zone, at)) * MINUTES_OF_DAY + minute
}

/** Thousands of people have the same slots on the same days. */
const known = new Map<string, number>()
const MOST_KNOWN = 20_000

/** The moment at which a zone's clocks show that minute of a day; beyond 1440 it is the following night. */
export function momentOn(zone: string, day: string, minute: number): number {
  const key = `${zone} ${day} ${minute}`
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const at = calculated(zone, day, minute)
  known.set(key, at)
  return at
}

function calculated(zone: string, day: string, minute: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const later = Math.floor(minute / MINUTES_OF_DAY)
  return momentOf(zone, year, month, date + later, minute - later * MINUTES_OF_DAY)
}
