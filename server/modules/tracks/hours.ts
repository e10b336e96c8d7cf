// Closed hours of positions: packed into one row each by a job.
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { mergeTracks, type TrackPoint, trackOf } from '../../../src/domain/track/columns.ts'
import { packTrack, unpackTrack } from '../../../src/domain/track/packed-track.ts'
import type { PositionSource, Track } from '../../../src/domain/track/track.ts'
import type { Data, Sql } from '../../db/scoped.ts'
import { packClosed } from '../../jobs/closed-hours.ts'
import { defineRound } from '../../jobs/definition.ts'
import { atOnce, type Pace } from '../../jobs/pace.ts'

const LOCK = 4_152_067

export const trackHoursRound = defineRound({
  name: 'trackHours',
  timeoutSeconds: 3_600,
  pollSeconds: 15,
  cron: '2-59/5 * * * *',
})

/** Packs the hours that are over. Answers how many positions went from plain rows into packed ones. */
export const packClosedTracks = (data: Data, now: number, pace: Pace = atOnce): Promise<number> =>
  packClosed(data, now, { table: 'position', lock: LOCK, pack: packSome }, pace)

interface Owner {
  tenant_id: number
  device_id: number
}

interface PlainHour extends Owner {
  times: number[]
  latitudes: number[]
  longitudes: number[]
  accuracies: (number | null)[]
  sources: (PositionSource | null)[]
}

/** One transaction: what is taken out of the plain rows is in the packed ones, or nothing has happened. */
async function packSome(sql: Sql, hour: number, deviceIds: readonly number[]): Promise<number> {
  // Deleted and read in one statement: a position that comes meanwhile is left for the next round.
  const plain = await sql.query<PlainHour>(
    `with gone as (delete from position where device_id = any($3) and at >= $1 and at < $2
       returning tenant_id, device_id, at, latitude, longitude, accuracy, source)
     select tenant_id, device_id, array_agg(at)::float8[] as times, array_agg(latitude) as latitudes,
       array_agg(longitude) as longitudes, array_agg(accuracy)::float8[] as accuracies, array_agg(source) as sources
     from gone group by 1, 2`,
    [hour, hour + HOUR_MS, deviceIds],
  )
  if (plain.length === 0) return 0
  const known = await sql.query<Owner & { bytes: Buffer }>(
    'select tenant_id, device_id, bytes from track_hour where hour = $1 and device_id = any($2)',
    [hour, [...new Set(plain.map(row => row.device_id))]],
  )
  // Of a device that changed tenant within the hour, each tenant has its own part.
  const keyOf = (row: Owner) => `${row.tenant_id} ${row.device_id}`
  const before = new Map(known.map(row => [keyOf(row), row.bytes]))
  const rows = plain.flatMap(row => {
    const bytes = before.get(keyOf(row))
    const fresh = trackOf(pointsOf(row))
    const track = bytes ? mergeTracks(unpackTrack(bytes), fresh) : fresh
    return track.times.length > 0 ? [{ ...row, hour, track }] : []
  })
  await savePackedHours(sql, rows)
  return plain.reduce((sum, row) => sum + row.times.length, 0)
}

const pointsOf = ({ times, latitudes, longitudes, accuracies, sources }: PlainHour): TrackPoint[] =>
  times.map((at, index) => ({
    at,
    latitude: latitudes[index] ?? 0,
    longitude: longitudes[index] ?? 0,
    accuracy: accuracies[index] ?? null,
    source: sources[index] ?? null,
  }))

/** Writes packed hours, in place of what was packed of them before. */
export async function savePackedHours(
  sql: Sql,
  rows: readonly (Owner & { hour: number; track: Track })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql.change(
    `insert into track_hour (tenant_id, device_id, hour, n, bytes, first_at, last_at)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bytea[], $6::bigint[], $7::bigint[])
     on conflict (device_id, hour, tenant_id) do update set n = excluded.n, bytes = excluded.bytes,
       first_at = excluded.first_at, last_at = excluded.last_at`,
    [
      rows.map(row => row.tenant_id),
      rows.map(row => row.device_id),
      rows.map(row => row.hour),
      rows.map(row => row.track.times.length),
      rows.map(row => Buffer.from(packTrack(row.track))),
      rows.map(row => row.track.times[0]),
      rows.map(row => row.track.times.at(-1)),
    ],
  )
}
