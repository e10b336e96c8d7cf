// Positions of a device in a period: plain rows of open hours and packed closed ones as one track.
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { joinTracks, mergeTracks, trackOf, withinPeriod } from '../../../src/domain/track/columns.ts'
import { unpackTrack } from '../../../src/domain/track/packed-track.ts'
import type { PositionSource, Track } from '../../../src/domain/track/track.ts'
import type { Sql } from '../../db/scoped.ts'

export const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS

/** Where a device was for an earlier tenant is not its story here, for who sees the rows of all tenants either. */
export const OF_DEVICE = 'device_id = $1 and tenant_id = (select d.tenant_id from device d where d.id = $1)'

interface Stretch {
  deviceId: number
  /** Epoch milliseconds, both inclusive. */
  from: number
  to: number
}

/** Part of a stretch, up to a moment. */
interface Part {
  track: Track
  /** Up to when the points are complete; the end of the stretch when nothing was left out. */
  until: number
}

interface PlainRow {
  times: number[] | null
  latitudes: number[] | null
  longitudes: number[] | null
  accuracies: (number | null)[] | null
  sources: (PositionSource | null)[] | null
}

async function readPlain(sql: Sql, { deviceId, from, to }: Stretch, most: number): Promise<Part> {
  const row = await sql.first<PlainRow>(
    `select array_agg(at order by at)::float8[] as times, array_agg(latitude order by at) as latitudes,
       array_agg(longitude order by at) as longitudes, array_agg(accuracy order by at)::float8[] as accuracies,
       array_agg(source order by at) as sources
     from (select * from position where ${OF_DEVICE} and at between $2 and $3 order by at limit $4) p`,
    [deviceId, from, to, most],
  )
  const times = row?.times ?? []
  const track = trackOf(
    times.map((at, index) => ({
      at,
      latitude: row?.latitudes?.[index] ?? 0,
      longitude: row?.longitudes?.[index] ?? 0,
      accuracy: row?.accuracies?.[index] ?? null,
      source: row?.sources?.[index] ?? null,
    })),
  )
  return { track, until: times.length < most ? to : (times.at(-1) ?? to) }
}

/** Hours in their order until there are more than `most` points. */
async function readPacked(sql: Sql, { deviceId, from, to }: Stretch, most: number): Promise<Part> {
  const rows = await sql.query<{ hour: number; bytes: Buffer; more: boolean }>(
    `select hour, bytes, more from (
       select hour, bytes, sum(n) over (order by hour) - n as before, lead(hour) over (order by hour) is not null as more
       from track_hour where ${OF_DEVICE} and hour between $2 and $3) h
     where before <= $4 order by hour`,
    [deviceId, hourOf(from), to, most],
  )
  const last = rows.at(-1)
  return {
    track: withinPeriod(joinTracks(rows.map(({ bytes }) => unpackTrack(bytes))), from, to),
    until: last?.more ? Math.min(to, last.hour + HOUR_MS - 1) : to,
  }
}

/**
 * The points of a stretch, oldest first, late ones in their place; at most `most`, and until when they reach. The plain
 * rows are read before the packed ones: what is packed meanwhile is seen twice, not never.
 */
export async function readTrack(sql: Sql, stretch: Stretch, most: number): Promise<Part> {
  const plain = await readPlain(sql, stretch, most + 1)
  const packed = await readPacked(sql, stretch, most)
  const until = Math.min(plain.until, packed.until)
  const track = withinPeriod(mergeTracks(packed.track, plain.track), stretch.from, until)
  if (track.times.length <= most) return { track, until }
  const last = track.times[most - 1] ?? until
  return { track: withinPeriod(track, stretch.from, last), until: last }
}

/** How many points there are in each of the stretches between `starts` (rising) and `end`, which is not included. */
export async function countByStart(
  sql: Sql,
  deviceId: number,
  starts: readonly number[],
  end: number,
): Promise<number[]> {
  const counts = starts.map(() => 0)
  const first = starts[0]
  if (first === undefined) return counts
  const add = (bucket: number, count: number) => {
    if (counts[bucket - 1] !== undefined) counts[bucket - 1] = (counts[bucket - 1] ?? 0) + count
  }
  const plain = await sql.query<{ bucket: number; n: number }>(
    `select width_bucket(at, $4::bigint[]) as bucket, count(*)::int as n from position
     where ${OF_DEVICE} and at >= $2 and at < $3 group by 1`,
    [deviceId, first, end, starts],
  )
  for (const { bucket, n } of plain) add(bucket, n)
  const hours = await sql.query<{ bucket: number; n: number }>(
    `select width_bucket(first_at, $4::bigint[]) as bucket, sum(n)::int as n from track_hour
     where ${OF_DEVICE} and hour >= $5 and hour < $3 and first_at >= $2 and last_at < $3
       and width_bucket(first_at, $4::bigint[]) = width_bucket(last_at, $4::bigint[]) group by 1`,
    [deviceId, first, end, starts, hourOf(first)],
  )
  for (const { bucket, n } of hours) add(bucket, n)
  // Packed hours that lie across a border: at both ends, and where a zone's day begins at a half hour.
  const cut = await sql.query<{ bytes: Buffer }>(
    `select bytes from track_hour where ${OF_DEVICE} and hour >= $5 and hour < $3 and last_at >= $2 and first_at < $3
       and (first_at < $2 or last_at >= $3
         or width_bucket(first_at, $4::bigint[]) <> width_bucket(last_at, $4::bigint[]))`,
    [deviceId, first, end, starts, hourOf(first)],
  )
  for (const { bytes } of cut)
    for (const at of unpackTrack(bytes).times)
      if (at >= first && at < end) add(starts.filter(start => start <= at).length, 1)
  return counts
}
