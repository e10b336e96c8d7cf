// Lines of a replay: where devices were and what they measured, thinned with their peaks, and what of it came late.
import * as z from 'zod/mini'
import { MOST_REPLAY_SERIES, type Replay } from '../../../src/contract/endpoints/replay.ts'
import { readingKind } from '../../../src/domain/device/readings.ts'
import { thinTrack } from '../../../src/domain/replay/track-moment.ts'
import { GAP_MS, gapMsFor } from '../../../src/domain/track/measures.ts'
import { packTrackToText } from '../../../src/domain/track/packed-track.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readSeries } from '../readings/public.ts'
import { readTrack } from '../tracks/public.ts'
import type { Asked, Asking } from './scope.ts'

/** What a day of a map of this size shows. */
const POINTS_OF_TRACK = 1_500
const MOST_POINTS = 200_000
const POINTS_OF_SERIES = 300
/** A reading that misses some of its usual pauses is silent; a quicker one is not called so for a minute. */
const MISSED_READINGS = 4

const minutesSet = z.object({ positionMinutes: z.optional(z.nullable(z.number())) })
const minutesIn = (settings: unknown): number | null => {
  const read = z.safeParse(minutesSet, settings)
  return read.success ? (read.data.positionMinutes ?? null) : null
}

export async function tracksOf(
  { from, to }: Asked,
  deviceIds: readonly number[],
  { sql }: Asking,
): Promise<Replay['tracks']> {
  if (deviceIds.length === 0) return []
  const settings = await rowsOf(
    sql,
    tables
      .selectFrom('device_settings')
      .select(['device_id', 'reported', 'desired'])
      .where('device_id', 'in', [...deviceIds]),
  )
  const tracks: Replay['tracks'] = []
  for (const deviceId of deviceIds) {
    const { track } = await readTrack(sql, { deviceId, from, to }, MOST_POINTS)
    if (track.times.length === 0) continue
    const own = settings.find(row => row.device_id === deviceId)
    const gapMs = gapMsFor(minutesIn(own?.reported) ?? minutesIn(own?.desired))
    const thin = thinTrack({ ...track, gapMs }, POINTS_OF_TRACK)
    tracks.push({ deviceId, gapMs, packed: packTrackToText(thin) })
  }
  return tracks
}

export async function seriesOf(
  { from, to }: Asked,
  deviceIds: readonly number[],
  { sql }: Asking,
): Promise<{ series: Replay['series']; cut: boolean }> {
  if (deviceIds.length === 0) return { series: [], cut: false }
  // What a device has ever measured: whether it did so in the span is seen by reading it.
  const kinds = await rowsOf(
    sql,
    tables
      .selectFrom('latest_reading as l')
      .innerJoin('device as d', 'd.id', 'l.device_id')
      .select(['l.device_id', 'l.kind'])
      .where('l.device_id', 'in', [...deviceIds])
      .whereRef('l.tenant_id', '=', 'd.tenant_id')
      .where('l.at', '>=', from)
      .orderBy('l.device_id')
      .orderBy('l.kind'),
  )
  const series: Replay['series'] = []
  for (const { device_id: deviceId, kind: word } of kinds) {
    const kind = readingKind.options.find(known => known === word)
    if (!kind) continue
    if (series.length >= MOST_REPLAY_SERIES) return { series, cut: true }
    const read = await readSeries(sql, { deviceId, kind, from, to, points: POINTS_OF_SERIES })
    if (read.times.length === 0) continue
    const pause = Math.max(read.pauseMs ?? 0, read.thinnedMs ?? 0)
    series.push({
      ...{ deviceId, kind, times: read.times, values: read.values },
      gapMs: Math.round(Math.max(GAP_MS, pause * MISSED_READINGS)),
    })
  }
  return { series, cut: false }
}

export async function lateOf(
  { from, to }: Asked,
  deviceIds: readonly number[],
  { sql }: Asking,
): Promise<Replay['late']> {
  if (deviceIds.length === 0) return []
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('late_arrival as l')
      .innerJoin('device as d', 'd.id', 'l.device_id')
      .select(['l.device_id', 'l.from_at', 'l.to_at', 'l.received_at'])
      .where('l.device_id', 'in', [...deviceIds])
      // What it sent for an earlier tenant is not its story here.
      .whereRef('l.tenant_id', '=', 'd.tenant_id')
      .where('l.to_at', '>=', from)
      .where('l.from_at', '<=', to)
      .orderBy('l.from_at'),
  )
  return rows.map(row => ({
    deviceId: row.device_id,
    from: row.from_at,
    to: row.to_at,
    receivedAt: row.received_at,
  }))
}
