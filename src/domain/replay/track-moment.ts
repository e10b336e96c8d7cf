// Where a device was at a moment, and where it was thought to be: what it sent late was not known on its way. Nothing is made up
// between two points: a place is the last one that was measured, with its age.
import type { Place } from '../geo/geo.ts'
import { blankTrack } from '../track/columns.ts'
import { gapOf, gapsOf, placeOf } from '../track/measures.ts'
import type { Track } from '../track/track.ts'
import { countUntil } from './replay-index.ts'

/** What a device kept and sent later: everything of it from `from` to `to` arrived at `receivedAt`. */
export interface LateRun {
  from: number
  to: number
  receivedAt: number
}

export interface Whereabouts {
  place: Place
  /** When it was measured. */
  at: number
  ageMs: number
  /** Silent for longer than it usually is: where it is by now nobody knows. */
  isOld: boolean
}

function whereabouts(track: Track, index: number, at: number): Whereabouts | undefined {
  const measured = track.times[index]
  if (measured === undefined) return undefined
  const ageMs = at - measured
  return { place: placeOf(track, index), at: measured, ageMs, isOld: ageMs > gapOf(track) }
}

/** When a point of that time was known. */
export function pointKnownAt(runs: readonly LateRun[], at: number): number {
  let known = at
  let found = false
  for (const { from, to, receivedAt } of runs)
    if (from <= at && at <= to && (!found || receivedAt < known)) [known, found] = [receivedAt, true]
  return Math.max(at, known)
}

/** The last place measured by `at`. */
export const placeAt = (track: Track, at: number): Whereabouts | undefined =>
  whereabouts(track, countUntil(track.times, at) - 1, at)

/** The last place of `at` or before that was known by `known`; its age counts to `at`. */
export function knownPlaceAt(
  track: Track,
  runs: readonly LateRun[],
  at: number,
  known: number,
): Whereabouts | undefined {
  let index = countUntil(track.times, Math.min(at, known)) - 1
  while (index >= 0) {
    const time = track.times[index] ?? 0
    if (pointKnownAt(runs, time) <= known) return whereabouts(track, index, at)
    // All of a run came together: what lies before it is the next that may have been known.
    const covering = runs.filter(({ from, to }) => from <= time && time <= to)
    const begin = Math.max(...covering.map(({ from }) => from))
    index = Math.min(index - 1, countUntil(track.times, begin - 1) - 1)
  }
  return undefined
}

/**
 * A track of about `most` points: in each stretch of time the first and the outermost ones stay, and both ends of every silence, so
 * that neither a detour nor a gap is lost.
 */
export function thinTrack(track: Track, most: number): Track {
  const count = track.times.length
  if (count <= most) return track
  const [begin, end] = [track.times[0] ?? 0, track.times[count - 1] ?? 0]
  const width = Math.max(1, Math.ceil((end - begin + 1) / Math.max(1, Math.floor(most / 5))))
  const kept = new Set<number>([0, count - 1])
  for (const { index } of gapsOf(track)) kept.add(index).add(index + 1)
  for (let start = 0; start < count; ) {
    const until = begin + (Math.floor(((track.times[start] ?? 0) - begin) / width) + 1) * width
    let [north, south, east, west, next] = [start, start, start, start, start]
    while (next < count && (track.times[next] ?? 0) < until) {
      const [latitude, longitude] = [track.latitudes[next] ?? 0, track.longitudes[next] ?? 0]
      if (latitude > (track.latitudes[north] ?? 0)) north = next
      if (latitude < (track.latitudes[south] ?? 0)) south = next
      if (longitude > (track.longitudes[east] ?? 0)) east = next
      if (longitude < (track.longitudes[west] ?? 0)) west = next
      next++
    }
    for (const index of [start, north, south, east, west]) kept.add(index)
    start = next
  }
  const order = [...kept].sort((a, b) => a - b)
  const thin = blankTrack(order.length, track)
  for (const [to, from] of order.entries()) {
    thin.times[to] = track.times[from] ?? 0
    thin.longitudes[to] = track.longitudes[from] ?? 0
    thin.latitudes[to] = track.latitudes[from] ?? 0
    thin.accuracies[to] = track.accuracies[from] ?? 0
    thin.sources[to] = track.sources[from] ?? 0
  }
  return thin
}
