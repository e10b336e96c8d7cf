// Where the marks of a time axis stand, by the viewer's clock and calendar, and what is written at them.

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
export function timeTicks(from: number, to: number, most: number): Tick[] {
  const wanted = (to - from) / Math.max(1, most)
  const step =
    steps.find(each => each.ms >= wanted) ?? of('month', 12 * Math.ceil(wanted / (360 * DAY)), 30 * DAY)
  const ticks: Tick[] = []
  for (let at = firstAt(step, from); at <= to; ) {
    if (at >= from) ticks.push({ at, ...labelOf(step, at) })
    const next = nextAt(step, at)
    // Where the clocks are set back, an hour by the clock may be no later.
    at = next > at ? next : at + HOUR
  }
  return ticks
}

// By the calendar, so that midnight stays midnight when a day has 23 or 25 hours.
function firstAt({ unit, count }: Step, from: number): number {
  const date = new Date(from)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  switch (unit) {
    case 'ms': {
      const midnight = new Date(year, month, day).getTime()
      return midnight + Math.floor((from - midnight) / count) * count
    }
    case 'hour':
      return new Date(year, month, day, Math.floor(date.getHours() / count) * count).getTime()
    case 'day':
      return new Date(year, month, count >= 7 ? day - ((date.getDay() + 6) % 7) : day).getTime()
    case 'month':
      return new Date(year, Math.floor(month / Math.min(count, 12)) * Math.min(count, 12), 1).getTime()
  }
}

function nextAt({ unit, count }: Step, at: number): number {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  switch (unit) {
    case 'ms':
      return at + count
    case 'hour':
      return new Date(year, month, day, date.getHours() + count).getTime()
    case 'day':
      return new Date(year, month, day + count).getTime()
    case 'month':
      return new Date(year, month + count, 1).getTime()
  }
}

function labelOf({ unit, ms: length }: Step, at: number): Pick<Tick, 'label' | 'major'> {
  const date = new Date(at)
  const day = `${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  if (unit === 'month') {
    const major = date.getMonth() === 0
    return { label: `${date.getFullYear()}-${pad(date.getMonth() + 1)}`, major }
  }
  const midnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
  if (unit === 'day' || midnight) return { label: day, major: unit !== 'day' || date.getDate() === 1 }
  const clock = `${pad(date.getHours())}:${pad(date.getMinutes())}`
  return { label: length < MINUTE ? `${clock}:${pad(date.getSeconds())}` : clock, major: false }
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
