// Where a key leads from one day of a calendar to another. Days are `YYYY-MM-DD`.

const WEEK = 7

const textOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The day that lies `days` later. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return textOf(date)
}

/** The same day `months` later, or the last one of a shorter month. */
export function monthAfter(day: string, months: number): string {
  const date = new Date(day)
  const asked = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(asked, last))
  return textOf(date)
}

export interface StepRules {
  /** Weeks run from right to left. */
  rtl: boolean
  /** 0 for Sunday. */
  firstOfWeek: number
  min?: string | undefined
  max?: string | undefined
}

/** The day that a key leads to, within the limits; undefined for a key that leads nowhere. */
export function dayByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  day: string,
  { rtl, firstOfWeek, min, max }: StepRules,
): string | undefined {
  const column = (new Date(day).getUTCDay() - firstOfWeek + WEEK) % WEEK
  const steps: Record<string, () => string> = {
    ArrowLeft: () => dayAfter(day, rtl ? 1 : -1),
    ArrowRight: () => dayAfter(day, rtl ? -1 : 1),
    ArrowUp: () => dayAfter(day, -WEEK),
    ArrowDown: () => dayAfter(day, WEEK),
    Home: () => dayAfter(day, -column),
    End: () => dayAfter(day, WEEK - 1 - column),
    PageUp: () => monthAfter(day, shiftKey ? -12 : -1),
    PageDown: () => monthAfter(day, shiftKey ? 12 : 1),
  }
  const next = steps[key]?.()
  return next && within(next, min, max)
}

/** A day, or the limit that it lies beyond. */
export function within(day: string, min?: string, max?: string): string {
  if (max !== undefined && day > max) return max
  return min !== undefined && day < min ? min : day
}
