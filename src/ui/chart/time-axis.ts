// Where the marks of a time axis stand, by the calendar that days are counted by, and what is written at them.
import { dayCalendar } from '../calendar.ts'
import { clockLabel, dayLabel, monthLabel } from './time-labels.ts'

export interface Tick {
  at: number
  label: string
  /** Begins a day or a year: drawn stronger. */
  major: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Step {
  unit: 'ms' | 'hour' | 'day' | 'month'
  count: number
  /** About how long it is. */
  ms: number
}

const ms = (length: number): Step => ({ unit: 'ms', count: length, ms: length })
const of = (unit: 'hour' | 'day' | 'month', count: number, length: number): Step => ({
  unit,
  count,
  ms: count * length,
})

const steps: readonly Step[] = [
  ...[1, 2, 5, 10, 30].map(count => ms(count * SECOND)),
  ...[1, 2, 5, 10, 15, 30].map(count => ms(count * MINUTE)),
  ...[1, 2, 3, 6, 12].map(count => of('hour', count, HOUR)),
  ...[1, 2, 3, 7, 14].map(count => of('day', count, DAY)),
  ...[1, 2, 3, 6, 12].map(count => of('month', count, 30 * DAY)),
]

const pad = (value: number): string => String(value).padStart(2, '0')

/** At most about `most` marks between two moments (epoch milliseconds). */
export function timeTicks(from: number, to: number, most: number, locale: string): Tick[] {
  const wanted = (to - from) / Math.max(1, most)
  const step =
    steps.find(each => each.ms >= wanted) ?? of('month', 12 * Math.ceil(wanted / (360 * DAY)), 30 * DAY)
  const ticks: Tick[] = []
  for (let at = firstAt(step, from); at <= to; ) {
    if (at >= from) ticks.push({ at, ...labelOf(step, at, locale) })
    const next = nextAt(step, at)
    // Where the clocks are set back, an hour by the clock may be no later.
    at = next > at ? next : at + HOUR
  }
  return ticks
}

const DAY_MINUTES = 24 * 60

// By the calendar, so that midnight stays midnight when a day has 23 or 25 hours.
function firstAt({ unit, count }: Step, from: number): number {
  const { startOf, shown } = dayCalendar()
  const { year, month, day, minute } = shown(from)
  switch (unit) {
    case 'ms': {
      const midnight = startOf(year, month, day)
      return midnight + Math.floor((from - midnight) / count) * count
    }
    case 'hour':
      return startOf(year, month, day, Math.floor(minute / (60 * count)) * 60 * count)
    case 'day': {
      const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
      return startOf(year, month, count >= 7 ? day - weekday : day)
    }
    case 'month':
      return startOf(year, Math.floor((month - 1) / Math.min(count, 12)) * Math.min(count, 12) + 1, 1)
  }
}

function nextAt({ unit, count }: Step, at: number): number {
  const { startOf, shown } = dayCalendar()
  const { year, month, day, minute } = shown(at)
  switch (unit) {
    case 'ms':
      return at + count
    case 'hour': {
      const next = minute + 60 * count
      return startOf(year, month, day + Math.floor(next / DAY_MINUTES), next % DAY_MINUTES)
    }
    case 'day':
      return startOf(year, month, day + count)
    case 'month':
      return startOf(year, month + count, 1)
  }
}

function labelOf({ unit, ms: length }: Step, at: number, locale: string): Pick<Tick, 'label' | 'major'> {
  const { month, day, minute } = dayCalendar().shown(at)
  if (unit === 'month') return { label: monthLabel(at, locale), major: month === 1 }
  const midnight = minute === 0 && at % MINUTE === 0
  if (unit === 'day' || midnight) return { label: dayLabel(at, locale), major: unit !== 'day' || day === 1 }
  return { label: length < MINUTE ? clockLabel(at, locale, true) : clockLabel(at, locale), major: false }
}

/** A length of time as a clock without a day: `12:30`, `2·06:00` after two days, with seconds where they count. */
export function spanText(length: number, seconds: boolean): string {
  const days = Math.floor(length / DAY)
  const rest = length - days * DAY
  const clock = `${pad(Math.floor(rest / HOUR))}:${pad(Math.floor(rest / MINUTE) % 60)}`
  return `${days > 0 ? `${days}·` : ''}${clock}${seconds ? `:${pad(Math.floor(rest / SECOND) % 60)}` : ''}`
}

/** Marks of an axis that counts from a beginning at 0. */
export function spanTicks(from: number, to: number, most: number): Tick[] {
  const wanted = (to - from) / Math.max(1, most)
  const length = steps.find(each => each.ms >= wanted && each.unit !== 'month')?.ms ?? 14 * DAY
  const ticks: Tick[] = []
  for (let at = Math.ceil(from / length) * length; at <= to; at += length)
    ticks.push({ at, label: spanText(at, length < MINUTE), major: at % DAY === 0 })
  return ticks
}
