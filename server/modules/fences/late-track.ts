// Reads what is known around positions that came late: the track before, between and after them, and what history has.
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import { sourceOf } from '../../../src/domain/track/columns.ts'
import type { Track } from '../../../src/domain/track/track.ts'
import type { Sql } from '../../db/scoped.ts'
import { OF_DEVICE, readTrack } from '../tracks/public.ts'
import type { Fix } from './engine.ts'
import type { KnownEvent, LateStretch } from './judge-late.ts'

/** Late positions so far apart are stretches of their own. */
const APART_MS = HOUR_MS
/** History is looked through so far back for the crossing before. */
const BACK_MS = DAY_MS
/** Most points of one stretch; where there are more, it begins right before the first late one. */
const MOST_POINTS = 4_000
const MOST_LATE_POINTS = 20_000

export interface LateEvent extends KnownEvent {
  fenceId: number
}

/** Positions that came late, oldest first, as stretches to be played. */
export function stretchesOf(late: readonly Fix[]): Fix[][] {
  const stretches: Fix[][] = []
  let before: Fix | undefined
  for (const fix of [...late].sort((a, b) => a.at - b.at)) {
    const last = stretches.at(-1)
    if (last && before && fix.at - before.at <= APART_MS) last.push(fix)
    else stretches.push([fix])
    before = fix
  }
  return stretches
}

/** Events of a device around a stretch. */
export async function eventsAround(sql: Sql, deviceId: number, late: readonly Fix[]): Promise<LateEvent[]> {
  const [from, to] = [late[0]?.at ?? 0, late.at(-1)?.at ?? 0]
  return sql.query<LateEvent>(
    `select fence_id as "fenceId", kind, at from fence_event
     where ${OF_DEVICE} and at between $2 and $3 order by at`,
    [deviceId, from - BACK_MS, to + BACK_MS],
  )
}

/** The stretch with what is around it, `delayMs` being the longest that a change may wait. */
export async function trackAround(
  sql: Sql,
  deviceId: number,
  late: readonly Fix[],
  events: readonly LateEvent[],
  {
    delayMs,
    fixOf,
  }: { delayMs: number; fixOf: (point: Omit<Fix, 'late'> & { source: string | null }) => Fix },
): Promise<LateStretch> {
  const [first, last] = [late[0]?.at ?? 0, late.at(-1)?.at ?? 0]
  const close = first - 2 * delayMs
  const crossing = events.findLast(({ at }) => at < first)?.at ?? first
  const wide = Math.min(close - APART_MS, crossing - 2 * delayMs - 1)
  const read = async (from: number, most: number) => {
    const bounds = await boundsOf(sql, deviceId, from, last + Math.max(1, delayMs))
    return { ...(await readTrack(sql, { deviceId, ...bounds }, most)), to: bounds.to }
  }
  let part = await read(wide, MOST_POINTS)
  if (part.until < part.to) part = await read(close - 1, MOST_LATE_POINTS)
  return { fixes: fixesOf(part.track, fixOf), late: new Set(late.map(({ at }) => at)) }
}

/** From the last position before a moment to the first one after another. */
async function boundsOf(
  sql: Sql,
  deviceId: number,
  from: number,
  to: number,
): Promise<{ from: number; to: number }> {
  const row = await sql.first<{ from: number | null; to: number | null }>(
    `select greatest((select at from position where ${OF_DEVICE} and at <= $2 order by at desc limit 1),
         (select case when last_at <= $2 then last_at else first_at end from track_hour
          where ${OF_DEVICE} and first_at <= $2 order by hour desc limit 1)) as from,
       least((select at from position where ${OF_DEVICE} and at >= $3 order by at limit 1),
         (select case when first_at >= $3 then first_at else last_at end from track_hour
          where ${OF_DEVICE} and last_at >= $3 order by hour limit 1)) as to`,
    [deviceId, from, to],
  )
  return { from: row?.from ?? from, to: row?.to ?? to }
}

function fixesOf(
  { times, longitudes, latitudes, accuracies, sources }: Track,
  fixOf: (point: Omit<Fix, 'late'> & { source: string | null }) => Fix,
): Fix[] {
  return Array.from(times, (at, index) =>
    fixOf({
      at,
      longitude: longitudes[index] ?? 0,
      latitude: latitudes[index] ?? 0,
      accuracy: accuracies[index] || null,
      source: sourceOf(sources[index]) ?? null,
    }),
  )
}
