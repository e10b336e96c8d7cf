// Days, weeks and months as the clocks of a zone show them, also where those clocks are set forward or back.

/** What a calendar and a clock of a zone show. `month` 1 to 12, `weekday` 1 Monday to 7 Sunday, `minute` of the day. */
export interface LocalTime {
  year: number
  month: number
  day: number
  weekday: number
  minute: number
}

export type Bucket = 'hour' | 'day' | 'week' | 'month'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
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
