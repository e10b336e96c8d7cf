// Days, weeks and months as the clocks of a zone show them, also where those clocks are set forward or back.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'

/** What a calendar and a clock of a zone show. `month` 1 to 12, `weekday` 1 Monday to 7 Sunday, `minute` of the day. */
export interface LocalTime {
  year: number
  month: number
  day: number
  weekday: number
  minute: number
}

export type Bucket = 'hour' | 'day' | 'week' | 'month'

/** No zone's clocks differ from UTC by more. */
const FARTHEST_MS = 15 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** True for the IANA name of a zone that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined
  } catch {
    return false
  }
}

/** Milliseconds by which the zone's clocks are ahead of UTC at a moment. */
function offsetAt(zone: string, at: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** What the zone's clocks and calendar show at a moment (epoch milliseconds). */
export function localTime(zone: string, at: number): LocalTime {
  const shown = new Date(at + offsetAt(zone, at))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    weekday: ((shown.getUTCDay() + 6) % 7) + 1,
    minute: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  }
}

/**
 * The first moment at which the zone's clocks show this time. Days and months beyond the month's or year's end count
 * on. A time that the clocks skip is the moment they jump.
 */
export function momentOf(zone: string, year: number, month: number, day: number, minute = 0): number {
  const wanted = Date.UTC(year, month - 1, day, 0, minute)
  const before = offsetAt(zone, wanted - FARTHEST_MS)
  const after = offsetAt(zone, wanted + FARTHEST_MS)
  const candidates = [wanted - Math.max(before, after), wanted - Math.min(before, after)]
  for (const at of candidates) if (at + offsetAt(zone, at) === wanted) return at
  return jumpBetween(zone, wanted - FARTHEST_MS, wanted + FARTHEST_MS)
}

/**
 * The moments at which the zone's clocks show a time, given as if it were UTC: one, none where they skip it, two where
 * they are set back.
 */
export function momentsAt(zone: string, wanted: number): number[] {
  const offsets = [offsetAt(zone, wanted - FARTHEST_MS), offsetAt(zone, wanted + FARTHEST_MS)]
  return [...new Set(offsets)]
    .map(offset => wanted - offset)
    .filter(at => at + offsetAt(zone, at) === wanted)
    .sort((a, b) => a - b)
}

/** Offsets of days, by zone, on and around which the clocks are not set; null: they are. */
const steadyDays = new Map<string, Map<number, number | null>>()

function steadyOffset(zone: string, day: number): number | null {
  const days = steadyDays.get(zone) ?? new Map<number, number | null>()
  steadyDays.set(zone, days)
  const known = days.get(day)
  if (known !== undefined) return known
  const [before, after] = [day * DAY_MS - FARTHEST_MS, (day + 1) * DAY_MS + FARTHEST_MS]
  const offset = offsetAt(zone, before)
  const steady = offset === offsetAt(zone, after) ? offset : null
  days.set(day, steady)
  return steady
}

const isoOf = (shown: number) => new Date(shown).toISOString().slice(0, 19).replace('T', ' ')

/** `+02:00`, how far a zone is ahead of UTC. */
const offsetText = (offset: number) => {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** `YYYY-MM-DD HH:mm:ss` as the zone's clocks show it; in the hour that comes twice also which one: `+02:00`. */
export function clockText(zone: string, at: number): string {
  const steady = steadyOffset(zone, Math.floor(at / DAY_MS))
  if (steady !== null) return isoOf(at + steady)
  const offset = offsetAt(zone, at)
  const shown = Math.floor(at / 1000) * 1000 + offset
  return momentsAt(zone, shown).length > 1 ? `${isoOf(shown)} ${offsetText(offset)}` : isoOf(shown)
}

/** When the clocks change between two moments. */
function jumpBetween(zone: string, early: number, late: number): number {
  const first = offsetAt(zone, early)
  let [low, high] = [early, late]
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2)
    if (offsetAt(zone, middle) === first) low = middle
    else high = middle
  }
  return Math.floor(high / MINUTE_MS) * MINUTE_MS
}

/** Beginning of the hour, day, week (Monday) or month that a moment is in. */
export function startOf(bucket: Bucket, zone: string, at: number): number {
  // Hours go by the clock's minutes, so that the hour that comes twice is two hours.
  if (bucket === 'hour') return at - ((((at + offsetAt(zone, at)) % HOUR_MS) + HOUR_MS) % HOUR_MS)
  const { year, month, day, weekday } = localTime(zone, at)
  if (bucket === 'month') return momentOf(zone, year, month, 1)
  return momentOf(zone, year, month, bucket === 'week' ? day - (weekday - 1) : day)
}

/** Beginning of the next bucket. `start` is the beginning of one. */
export function nextStart(bucket: Bucket, zone: string, start: number): number {
  if (bucket === 'hour') return start + HOUR_MS
  const { year, month, day } = localTime(zone, start)
  if (bucket === 'month') return momentOf(zone, year, month + 1, 1)
  return momentOf(zone, year, month, day + (bucket === 'week' ? 7 : 1))
}

/** Beginnings of all buckets that a period (`to` not included) touches; the first may lie before `from`. */
export function bucketStarts(bucket: Bucket, zone: string, from: number, to: number): number[] {
  const starts: number[] = []
  for (let at = startOf(bucket, zone, from); at < to; at = nextStart(bucket, zone, at)) starts.push(at)
  return starts
}

/** Days in a month. */
export const daysIn = (year: number, month: number): number =>
  Math.round((Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1)) / DAY_MS)
