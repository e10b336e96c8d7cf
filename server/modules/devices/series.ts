// One measured series, thinned so that no peak is lost.
import type { ReadingKind, Series } from '../../../src/domain/device/readings.ts'
import type { Sql } from '../../db/scoped.ts'

const DEFAULT_POINTS = 2000

interface Wanted {
  deviceId: number
  kind: ReadingKind
  from: number
  to: number
  points: number | undefined
}

/** Up to `points` values as they are; more are cut into buckets, of which the lowest and the highest stay. */
export async function readSeries(sql: Sql, { deviceId, kind, from, to, points }: Wanted): Promise<Series> {
  const most = points ?? DEFAULT_POINTS
  const range = [deviceId, kind, from, to]
  const total = await sql.first<{ n: number }>(
    'select count(*) as n from reading where device_id = $1 and kind = $2 and at between $3 and $4',
    range,
  )
  const thin = (total?.n ?? 0) > most
  const width = Math.max(1, Math.ceil((to - from + 1) / Math.max(1, Math.floor(most / 2))))
  const rows = thin
    ? await sql.query<{ at: number; value: number }>(
        `select distinct point.at, point.value from (
           select (array_agg(at order by value, at))[1] as low_at, min(value) as low,
             (array_agg(at order by value desc, at))[1] as high_at, max(value) as high
           from reading where device_id = $1 and kind = $2 and at between $3 and $4 group by (at - $3) / $5) bucket,
           lateral (values (low_at, low), (high_at, high)) point (at, value) order by point.at`,
        [...range, width],
      )
    : await sql.query<{ at: number; value: number }>(
        'select at, value from reading where device_id = $1 and kind = $2 and at between $3 and $4 order by at',
        range,
      )
  return { kind, times: rows.map(row => row.at), values: rows.map(row => row.value) }
}
