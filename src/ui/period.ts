// Periods of whole days by the calendar of days: what a blank end means, and what the presets are.

import { dayCalendar } from './calendar.ts'

/** Epoch milliseconds, both inclusive. */
export interface Period {
  from: number
  to: number
}

export const periodPresets = [
  'today',
  'yesterday',
  'week',
  'month',
  'thisMonth',
  'lastMonth',
  'thisYear',
] as const
/** `week` and `month` are the last 7 and 30 days with today. */
export type PeriodPreset = (typeof periodPresets)[number]

// Dates are counted by the calendar, so that a day of 23 or 25 hours stays one day.
/** The first moment of the day that lies `days` before that of `at`. */
export function dayBefore(at: number, days: number): number {
  const calendar = dayCalendar()
  const { year, month, day } = calendar.shown(at)
  return calendar.startOf(year, month, day - days)
}

/** The first moment of the day in which `at` lies. */
export const startOfDay = (at: number): number => dayBefore(at, 0)

/** The last millisecond of the day in which `at` lies. */
export const endOfDay = (at: number): number => dayBefore(at, -1) - 1

/** The first moment of the month that lies `months` before that of `at`. */
export function startOfMonth(at: number, months = 0): number {
  const calendar = dayCalendar()
  const { year, month } = calendar.shown(at)
  return calendar.startOf(year, month - months, 1)
}

/** The days of a preset as they are at `now`. */
export function periodOfPreset(preset: PeriodPreset, now: number): Period {
  const today = { from: startOfDay(now), to: endOfDay(now) }
  switch (preset) {
    case 'today':
      return today
    case 'yesterday':
      return { from: dayBefore(now, 1), to: today.from - 1 }
    case 'week':
      return { from: dayBefore(now, 6), to: today.to }
    case 'month':
      return { from: dayBefore(now, 29), to: today.to }
    case 'thisMonth':
      return { from: startOfMonth(now), to: today.to }
    case 'lastMonth':
      return { from: startOfMonth(now, 1), to: startOfMonth(now) - 1 }
    case 'thisYear':
      return { from: startOfMonth(now, dayCalendar().shown(now).month - 1), to: today.to }
  }
}

/** A blank start is the first of the present month, a blank end is today (console specification, section 5). */
export const wholePeriod = (from: number | undefined, to: number | undefined, now: number): Period => ({
  from: from ?? startOfMonth(now),
  to: to ?? endOfDay(now),
})

/** The period of the same length right before this one, by the calendar where it consists of whole days. */
export function periodBefore({ from, to }: Period): Period {
  const whole = from === startOfDay(from) && to === endOfDay(to)
  if (!whole) return { from: from - (to - from) - 1, to: from - 1 }
  const days = Math.round((endOfDay(to) + 1 - from) / 86_400_000)
  return { from: dayBefore(from, days), to: from - 1 }
}
