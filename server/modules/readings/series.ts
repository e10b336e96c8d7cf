// Measured series: plain rows of open hours and packed closed ones as one, thinned so that no peak is lost.
import { type Points, unpackSeries } from '../../../src/domain/device/packed-series.ts'
import type { ReadingKind, Series } from '../../../src/domain/device/readings.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { Figures, merged, thinned, usualPause } from './thinning.ts'

const DEFAULT_POINTS = 2000

interface Stretch {
  deviceId: number
  kind: ReadingKind
  /** Both inclusive. */
  from: number
  to: number
}

interface Wanted extends Stretch {
  points: number | undefined
}

// Only rows of the device's present tenant, also for people who may read those of all tenants.
const OF_DEVICE =
  'device_id = $1 and kind = $2 and tenant_id = (select d.tenant_id from device d where d.id = $1)'

const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS

/** The plain rows of a stretch. They are read before the packed ones: what is packed meanwhile is seen twice, not never. */
async function readPlain(sql: Sql, { deviceId, kind, from, to }: Stretch): Promise<Points> {
  const row = await sql.first<{ times: number[] | null; values: number[] | null }>(
    `select array_agg(at order by at)::float8[] as times, array_agg(value order by at) as values
     from reading where ${OF_DEVICE} and at between $3 and $4`,
    [deviceId, kind, from, to],
  )
  return { times: row?.times ?? [], values: row?.values ?? [] }
}

/** The part of a series between two moments, both inclusive. */
function within({ times, values }: Points, from: number, to: number): Points {
  if ((times[0] ?? from) >= from && (times.at(-1) ?? to) <= to) return { times, values }
  const start = times.findIndex(at => at >= from)
  const past = times.findIndex(at => at > to)
  const [begin, end] = [start < 0 ? times.length : start, past < 0 ? times.length : past]
  return { times: times.slice(begin, end), values: values.slice(begin, end) }
}

async function readPacked(sql: Sql, { deviceId, kind, from, to }: Stretch): Promise<Points> {
  const rows = await sql.query<{ bytes: Buffer }>(
    `select bytes from reading_hour where ${OF_DEVICE} and hour between $3 and $4 order by hour`,
    [deviceId, kind, hourOf(from), to],
  )
  const times: number[] = []
  const values: number[] = []
  for (const { bytes } of rows) {
    const hour = unpackSeries(bytes)
    for (const at of hour.times) times.push(at)
    for (const value of hour.values) values.push(value)
  }
  return within({ times, values }, from, to)
}

/** Every value of a stretch, oldest first, late ones in their place. */
export async function readPoints(sql: Sql, stretch: Stretch): Promise<Points> {
  const plain = await readPlain(sql, stretch)
  const packed = await readPacked(sql, stretch)
  if (plain.times.length === 0) return packed
  return packed.times.length === 0 ? plain : merged(packed, plain)
}

/** How many values a stretch has, give or take those at its ends. */
async function countValues(sql: Sql, { deviceId, kind, from, to }: Stretch): Promise<number> {
  const row = await sql.first<{ n: number }>(
    `select (select count(*) from reading where ${OF_DEVICE} and at between $3 and $4)
       + (select coalesce(sum(n), 0) from reading_hour where ${OF_DEVICE} and hour between $5 and $4) as n`,
    [deviceId, kind, from, to, hourOf(from)],
  )
  return row?.n ?? 0
}

/** Up to `points` values as they are; more are cut into buckets, of which the lowest and the highest stay. */
export async function readSeries(sql: Sql, { points, ...stretch }: Wanted): Promise<Series> {
  const { kind, from, to } = stretch
  const most = points ?? DEFAULT_POINTS
  const width = Math.max(1, Math.ceil((to - from + 1) / Math.max(1, Math.floor(most / 2))))
  // A bucket of more than an hour needs no value of its own: the hours know their lowest and highest.
  if (width > HOUR_MS && (await countValues(sql, stretch)) > most) return readByHours(sql, stretch, width)
  const all = await readPoints(sql, stretch)
  const figures = new Figures()
  all.times.forEach((at, index) => void figures.add(at, all.values[index] ?? 0))
  const thin = all.times.length > most
  const shown = thin ? thinned(all, from, width) : all
  return {
    kind,
    times: [...shown.times],
    values: [...shown.values],
    figures: figures.done(),
    pauseMs: usualPause(all.times),
    thinnedMs: thin ? width : 0,
  }
}

interface Hour {
  n: number
  low: number
  low_at: number
  high: number
  high_at: number
  first_at: number
  last_at: number
  sum: number
}

/** Takes whole hours by their stored lowest and highest values, and the hours at both ends value by value. */
async function readByHours(sql: Sql, stretch: Stretch, width: number): Promise<Series> {
  const { deviceId, kind, from, to } = stretch
  const [first, last] = [hourOf(from) === from ? from : hourOf(from) + HOUR_MS, hourOf(to + 1)]
  const plain = await readPlain(sql, stretch)
  const ends = [
    ...(from < first ? [await readPacked(sql, { ...stretch, to: first - 1 })] : []),
    ...(to >= last ? [await readPacked(sql, { ...stretch, from: Math.max(from, last) })] : []),
  ]
  const hours = await sql.query<Hour>(
    `select n, low, low_at, high, high_at, first_at, last_at, sum from reading_hour
     where ${OF_DEVICE} and hour >= $3 and hour < $4 order by hour`,
    [deviceId, kind, first, last],
  )
  const figures = new Figures()
  for (const points of [plain, ...ends])
    points.times.forEach((at, index) => void figures.add(at, points.values[index] ?? 0))
  const times: number[] = []
  const values: number[] = []
  for (const { n, low, low_at: lowAt, high, high_at: highAt, sum } of hours) {
    figures.addMany({ count: n, sum, low, lowAt, high, highAt })
    const pair =
      lowAt <= highAt
        ? [[lowAt, low] as const, [highAt, high] as const]
        : [[highAt, high] as const, [lowAt, low] as const]
    for (const [at, value] of lowAt === highAt ? pair.slice(0, 1) : pair) {
      times.push(at)
      values.push(value)
    }
  }
  const whole = ends.concat(plain).reduce((sum, points) => merged(sum, points), { times, values })
  const shown = thinned(whole, from, width)
  // An hour of n values has n - 1 pauses.
  const pauses = hours
    .flatMap(hour => (hour.n > 1 ? [(hour.last_at - hour.first_at) / (hour.n - 1)] : []))
    .sort((a, b) => a - b)
  const middle = pauses[Math.floor(pauses.length / 2)]
  return {
    kind,
    ...shown,
    figures: figures.done(),
    pauseMs: middle === undefined ? usualPause(plain.times) : Math.round(middle),
    thinnedMs: width,
  }
}
