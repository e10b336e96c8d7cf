// Adds up alarms for the statistics: by type, severity, place, device, bucket of time, weekday and hour.
import { DAY_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { localTime } from '../../../src/domain/report/zone-time.ts'
import { type AlarmSelection, bucketFinder, selects } from './alarm-selection.ts'
import type { AlarmFacts } from './packed-day.ts'

const QUARTER_MS = 15 * MINUTE_MS
const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES

/** What is counted, and along which time. */
export interface Selection extends AlarmSelection {
  zone: string
  /** Beginnings of the buckets, in order. */
  starts: readonly number[]
}

/** Counts by number of the word or device. */
export type Counts = Map<number, number>

export interface Sums {
  total: number
  open: number
  onTest: number
  types: Counts
  severities: Counts
  places: Counts
  devices: Counts
  /** Of each bucket, by severity. */
  buckets: Counts[]
  /** By hour of the week, 0 Monday midnight. */
  hours: number[]
  /** Seconds that people took. */
  seenAfter: number[]
  doneAfter: number[]
}

/** Sums that begin empty, and the function that adds an alarm to them if it is among those wanted. */
export function startSums(wanted: Selection): { sums: Sums; add(alarm: AlarmFacts): void } {
  const sums: Sums = {
    total: 0,
    open: 0,
    onTest: 0,
    types: new Map(),
    severities: new Map(),
    places: new Map(),
    devices: new Map(),
    buckets: wanted.starts.map(() => new Map()),
    hours: Array.from({ length: 168 }, () => 0),
    seenAfter: [],
    doneAfter: [],
  }
  const isWanted = selects(wanted)
  const bucketOf = bucketFinder(wanted.starts)
  const minuteOf = weekClock(wanted.zone)
  const add = (alarm: AlarmFacts) => {
    if (!isWanted(alarm)) return
    if (alarm.onTest) {
      sums.onTest++
      return
    }
    sums.total++
    if (alarm.open) sums.open++
    count(sums.types, alarm.type)
    count(sums.severities, alarm.severity)
    count(sums.places, alarm.place)
    count(sums.devices, alarm.device)
    const bucket = sums.buckets[bucketOf(alarm.raisedAt)]
    if (bucket) count(bucket, alarm.severity)
    const hour = Math.floor(minuteOf(alarm.raisedAt) / 60)
    sums.hours[hour] = (sums.hours[hour] ?? 0) + 1
    if (alarm.seenAfter !== null) sums.seenAfter.push(alarm.seenAfter)
    if (alarm.doneAfter !== null) sums.doneAfter.push(alarm.doneAfter)
  }
  return { sums, add }
}

function count(counts: Counts, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/**
 * What the zone's clocks show, in minutes since Monday midnight. The calendar is asked once a day of UTC, and every
 * quarter of an hour only on days on which clocks change.
 */
function weekClock(zone: string): (at: number) => number {
  const shown = (at: number) => {
    const { weekday, minute } = localTime(zone, at)
    return (weekday - 1) * DAY_MINUTES + minute
  }
  const days = new Map<number, { first: number; even: boolean }>()
  const quarters = new Map<number, number>()
  return at => {
    const start = at - (at % DAY_MS)
    let day = days.get(start)
    if (!day) {
      const first = shown(start)
      day = { first, even: shown(start + DAY_MS) === (first + DAY_MINUTES) % WEEK_MINUTES }
      days.set(start, day)
    }
    if (day.even) return (day.first + Math.floor((at - start) / MINUTE_MS)) % WEEK_MINUTES
    const quarter = at - (at % QUARTER_MS)
    const known = quarters.get(quarter) ?? shown(quarter)
    quarters.set(quarter, known)
    return known
  }
}

/** The lower middle of the figures; null of none. */
export function medianOf(figures: readonly number[]): number | null {
  return Float64Array.from(figures).sort()[Math.ceil(figures.length / 2) - 1] ?? null
}
