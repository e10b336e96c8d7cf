// Where a device was at a moment: between two points on the straight way, across a gap nowhere new.
import { metresBetween, type Place, wrapLongitude } from '../geo/geo.ts'
import { countBefore } from './columns.ts'
import { gapOf, placeOf, type Steps } from './measures.ts'
import type { Track } from './track.ts'

export interface AtMoment {
  /** The last point at or before the moment. */
  index: number
  at: Place
  /** `before` the first point, `on` the way, in a `gap`, or `after` the last one. */
  is: 'before' | 'on' | 'gap' | 'after'
  /** Metres a second; undefined where nobody knows. */
  speed: number | undefined
  /** Degrees from north, clockwise; undefined for what has not moved yet. */
  heading: number | undefined
  /** Metres gone since the beginning. */
  gone: number
}

/** Nearer places tell no direction. */
const HEADING_METRES = 3
const LOOK_BACK = 120

/** A track's state at a moment; a pure function of both. Undefined for a track without points. */
export function atMoment(
  track: Track,
  steps: Steps,
  way: Float64Array,
  moment: number,
): AtMoment | undefined {
  const { times } = track
  const count = times.length
  if (count === 0) return undefined
  const first = times[0] ?? 0
  if (moment < first)
    return { index: 0, at: placeOf(track, 0), is: 'before', speed: undefined, heading: undefined, gone: 0 }
  const next = countBefore(times, moment)
  const index = times[next] === moment ? next : next - 1
  const here = placeOf(track, index)
  const gone = way[index] ?? 0
  const heading = headingAt(track, index)
  if (index === count - 1)
    return {
      index,
      at: here,
      is: moment > (times[index] ?? 0) ? 'after' : 'on',
      speed: undefined,
      heading,
      gone,
    }
  const interval = steps.intervalTime[index] ?? 0
  if (interval > gapOf(track) && moment > (times[index] ?? 0))
    return { index, at: here, is: 'gap', speed: undefined, heading, gone }
  const share = interval > 0 ? (moment - (times[index] ?? 0)) / interval : 0
  return {
    index,
    at: between(here, placeOf(track, index + 1), share),
    is: 'on',
    speed: interval > gapOf(track) ? undefined : steps.nextSpeed[index],
    heading,
    gone: gone + share * ((way[index + 1] ?? gone) - gone),
  }
}

/** A share of the way from one place to another, the short way round the earth. */
export function between(from: Place, to: Place, share: number): Place {
  if (share <= 0) return from
  const east = wrapLongitude(to.longitude - from.longitude)
  return {
    longitude: wrapLongitude(from.longitude + east * share),
    latitude: from.latitude + (to.latitude - from.latitude) * share,
  }
}

/** Degrees from north, clockwise, in which `to` lies from `from`. */
export function bearing(from: Place, to: Place): number {
  const radians = Math.PI / 180
  const [south, north] = [from.latitude * radians, to.latitude * radians]
  const east = wrapLongitude(to.longitude - from.longitude) * radians
  const y = Math.sin(east) * Math.cos(north)
  const x = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(east)
  return (Math.atan2(y, x) / radians + 360) % 360
}

/** Where it goes from here; while it stands, where it came from. */
function headingAt(track: Track, index: number): number | undefined {
  const here = placeOf(track, index)
  const next = placeOf(track, index + 1)
  const silent = (track.times[index + 1] ?? 0) - (track.times[index] ?? 0) > gapOf(track)
  if (index + 1 < track.times.length && !silent && metresBetween(here, next) >= HEADING_METRES)
    return bearing(here, next)
  for (let back = index - 1; back >= Math.max(0, index - LOOK_BACK); back--) {
    const there = placeOf(track, back)
    if (metresBetween(there, here) >= HEADING_METRES) return bearing(there, here)
  }
  return undefined
}
