// Tracks put together and cut: what comes late, twice or out of order, from several hours and sources.
import { type PositionSource, positionSource, type Track } from './track.ts'

/** One position as it was heard. */
export interface TrackPoint {
  /** Epoch milliseconds. */
  at: number
  longitude: number
  latitude: number
  /** Metres; null: unknown. */
  accuracy?: number | null
  source?: PositionSource | null
}

/** A track of so many points, all of them 0; gaps as those of `like`. */
export const blankTrack = (count: number, like?: Track): Track => ({
  ...(like?.gapMs === undefined ? {} : { gapMs: like.gapMs }),
  times: new Float64Array(count),
  longitudes: new Float64Array(count),
  latitudes: new Float64Array(count),
  accuracies: new Float32Array(count),
  sources: new Uint8Array(count),
})

/** The number of a source in a track; 0: unknown. */
export const sourceNumber = (source: PositionSource | null | undefined): number =>
  source ? positionSource.options.indexOf(source) + 1 : 0

/** The source of a number in a track. */
export const sourceOf = (number: number | undefined): PositionSource | undefined =>
  positionSource.options[(number ?? 0) - 1]

/** A track of points in any order; of several at one moment the first counts, places off the earth are left out. */
export function trackOf(points: readonly TrackPoint[]): Track {
  const placed = points.filter(
    ({ at, longitude, latitude }) =>
      Number.isFinite(at) && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90,
  )
  const sorted = placed.map((point, order) => ({ point, order }))
  sorted.sort((a, b) => a.point.at - b.point.at || a.order - b.order)
  const once = sorted.filter(({ point }, index) => point.at !== sorted[index - 1]?.point.at)
  const track = blankTrack(once.length)
  for (const [index, { point }] of once.entries()) {
    track.times[index] = point.at
    track.longitudes[index] = point.longitude
    track.latitudes[index] = point.latitude
    track.accuracies[index] = point.accuracy ?? 0
    track.sources[index] = sourceNumber(point.source)
  }
  return track
}

/** The points whose numbers `keeps` answers true for. */
export function filterTrack(track: Track, keeps: (index: number) => boolean): Track {
  const kept: number[] = []
  for (let index = 0; index < track.times.length; index++) if (keeps(index)) kept.push(index)
  if (kept.length === track.times.length) return track
  const out = blankTrack(kept.length, track)
  for (const [to, from] of kept.entries()) copyPoint(track, from, out, to)
  return out
}

function copyPoint(from: Track, at: number, to: Track, place: number): void {
  to.times[place] = from.times[at] ?? 0
  to.longitudes[place] = from.longitudes[at] ?? 0
  to.latitudes[place] = from.latitudes[at] ?? 0
  to.accuracies[place] = from.accuracies[at] ?? 0
  to.sources[place] = from.sources[at] ?? 0
}

/** Two tracks as one in the order of time; where both have a moment, the first one's point counts. */
export function mergeTracks(first: Track, second: Track): Track {
  if (second.times.length === 0) return first
  if (first.times.length === 0) return second
  const out = blankTrack(first.times.length + second.times.length, first)
  let [a, b, count] = [0, 0, 0]
  while (a < first.times.length || b < second.times.length) {
    const left = first.times[a] ?? Number.POSITIVE_INFINITY
    const right = second.times[b] ?? Number.POSITIVE_INFINITY
    if (left <= right) copyPoint(first, a++, out, count++)
    else copyPoint(second, b, out, count++)
    if (right <= left) b++
  }
  return cutTrack(out, 0, count)
}

/** Tracks that follow one another as one. */
export function joinTracks(parts: readonly Track[]): Track {
  const [only, ...more] = parts
  if (only && more.length === 0) return only
  const out = blankTrack(
    parts.reduce((sum, { times }) => sum + times.length, 0),
    only,
  )
  let at = 0
  for (const { times, longitudes, latitudes, accuracies, sources } of parts) {
    out.times.set(times, at)
    out.longitudes.set(longitudes, at)
    out.latitudes.set(latitudes, at)
    out.accuracies.set(accuracies, at)
    out.sources.set(sources, at)
    at += times.length
  }
  return out
}

/** The points from number `from` up to, without, `to`. */
export function cutTrack(track: Track, from: number, to: number): Track {
  if (from <= 0 && to >= track.times.length) return track
  return {
    ...track,
    times: track.times.slice(from, to),
    longitudes: track.longitudes.slice(from, to),
    latitudes: track.latitudes.slice(from, to),
    accuracies: track.accuracies.slice(from, to),
    sources: track.sources.slice(from, to),
  }
}

/** How many moments lie before `at`: where it would be put in. */
export function countBefore(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** The part between two moments, both inclusive. */
export const withinPeriod = (track: Track, from: number, to: number): Track =>
  cutTrack(track, countBefore(track.times, from), countBefore(track.times, to + 1))
