// Closed hours of readings: packed into one row each by a job, and read together with the plain rows.
import { type Points, packSeries, unpackSeries } from '../../../src/domain/device/packed-series.ts'
import type { ReadingKind } from '../../../src/domain/device/readings.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { Data, Sql } from '../../db/scoped.ts'
import { packClosed } from '../../jobs/closed-hours.ts'
import { defineRound } from '../../jobs/definition.ts'
import { atOnce, type Pace } from '../../jobs/pace.ts'
import { Figures, merged } from './thinning.ts'

const LOCK = 4_152_066

interface PlainSeries {
  tenant_id: number
  device_id: number
  kind: ReadingKind
  times: number[]
  values: number[]
}

export const readingHoursRound = defineRound({
  name: 'readingHours',
  timeoutSeconds: 3_600,
  pollSeconds: 15,
  cron: '1-59/5 * * * *',
})

/** Packs the hours that are over. Answers how many values went from plain rows into packed ones. */
export const packClosedHours = (data: Data, now: number, pace: Pace = atOnce): Promise<number> =>
  packClosed(data, now, { table: 'reading', lock: LOCK, pack: packSome }, pace)

/** One transaction: what is taken out of the plain rows is in the packed ones, or nothing has happened. */
async function packSome(sql: Sql, hour: number, deviceIds: readonly number[]): Promise<number> {
  // Deleted and read in one statement: a value that comes meanwhile is left for the next round.
  const plain = await sql.query<PlainSeries>(
    `with gone as (delete from reading where device_id = any($3) and at >= $1 and at < $2
       returning tenant_id, device_id, kind, at, value)
     select tenant_id, device_id, kind, array_agg(at order by at) as times, array_agg(value order by at) as values
     from gone group by 1, 2, 3`,
    [hour, hour + HOUR_MS, deviceIds],
  )
  if (plain.length === 0) return 0
  const known = await sql.query<Pick<PlainSeries, 'tenant_id' | 'device_id' | 'kind'> & { bytes: Buffer }>(
    'select tenant_id, device_id, kind, bytes from reading_hour where hour = $1 and device_id = any($2)',
    [hour, [...new Set(plain.map(row => row.device_id))]],
  )
  // A device that changed tenant within the hour has two rows, one for each tenant.
  const keyOf = (row: (typeof known)[number] | PlainSeries) => `${row.tenant_id} ${row.device_id} ${row.kind}`
  const before = new Map(known.map(row => [keyOf(row), row.bytes]))
  const rows = plain.map(row => {
    const fresh = { times: row.times.map(Number), values: row.values }
    const bytes = before.get(keyOf(row))
    return { ...row, points: bytes ? merged(unpackSeries(bytes), fresh) : fresh }
  })
  await saveHours(sql, hour, rows)
  return plain.reduce((sum, row) => sum + row.times.length, 0)
}

async function saveHours(
  sql: Sql,
  hour: number,
  rows: readonly (Pick<PlainSeries, 'tenant_id' | 'device_id' | 'kind'> & { points: Points })[],
): Promise<void> {
  const said = rows.map(({ points: { times, values } }) => {
    const figures = new Figures()
    times.forEach((at, index) => void figures.add(at, values[index] ?? 0))
    const { low = 0, lowAt = 0, high = 0, highAt = 0, count = 0, mean = 0 } = figures.done() ?? {}
    return { low, lowAt, high, highAt, count, sum: mean * count }
  })
  await sql.change(
    `insert into reading_hour (hour, tenant_id, device_id, kind, n, bytes, low, low_at, high, high_at, first_at, last_at, sum)
     select $1::bigint, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::int[], $6::bytea[], $7::float8[],
       $8::bigint[], $9::float8[], $10::bigint[], $11::bigint[], $12::bigint[], $13::float8[])
     on conflict (device_id, kind, hour, tenant_id) do update set n = excluded.n, bytes = excluded.bytes, low = excluded.low,
       low_at = excluded.low_at, high = excluded.high, high_at = excluded.high_at, first_at = excluded.first_at,
       last_at = excluded.last_at, sum = excluded.sum`,
    [
      hour,
      rows.map(row => row.tenant_id),
      rows.map(row => row.device_id),
      rows.map(row => row.kind),
      said.map(each => each.count),
      rows.map(row => Buffer.from(packSeries(row.points))),
      said.map(each => each.low),
      said.map(each => each.lowAt),
      said.map(each => each.high),
      said.map(each => each.highAt),
      rows.map(row => row.points.times[0]),
      rows.map(row => row.points.times.at(-1)),
      said.map(each => each.sum),
    ],
  )
}
