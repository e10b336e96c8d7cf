// What is owed, by how long it has been due.
import * as z from 'zod/mini'
import { daysFrom } from '../site/calendar-day.ts'

export const arrearsAge = z.enum(['notDue', 'to30', 'to60', 'to90', 'over90'])
export type ArrearsAge = z.output<typeof arrearsAge>

/** Days after the due day up to which a bill is of an age, both inclusive. */
export const ageLimits = { notDue: 0, to30: 30, to60: 60, to90: 90 } as const

/** The age of what is owed on a day: due today is not late. */
export function ageOn(dueOn: string, today: string): ArrearsAge {
  const days = daysFrom(dueOn, today)
  if (days <= ageLimits.notDue) return 'notDue'
  if (days <= ageLimits.to30) return 'to30'
  if (days <= ageLimits.to60) return 'to60'
  return days <= ageLimits.to90 ? 'to90' : 'over90'
}

/** Days from the due day on which somebody is reminded: before it, on it, and later. */
export const REMIND_DAYS = [-3, 0, 7, 30] as const

/** Which reminders of a bill have become due by a day. */
export const remindersDue = (dueOn: string, today: string): number[] =>
  REMIND_DAYS.filter(offset => daysFrom(dueOn, today) >= offset)
