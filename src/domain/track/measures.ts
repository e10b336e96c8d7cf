// What a track says beyond its points: steps, distance, speed, gaps, stops, impossible points, and its outline.
import { MINUTE_MS } from '../durations.ts'
import { type Bounds, boundsOf, metresBetween, type Place, wrapLongitude } from '../geo/geo.ts'
import { countBefore } from './columns.ts'
import type { Track } from './track.ts'

/** A longer silence is a gap: nobody knows what happened in it, so nothing is drawn or moved across it. */
export const GAP_MS = 10 * MINUTE_MS
/** So many reports in a row must be missing. */
const MISSED = 3

/** The gap of a device that says where it is every so many minutes; null: nobody has said how often. */
export const gapMsFor = (positionMinutes: number | null): number =>
  Math.max(GAP_MS, MISSED * MINUTE_MS * (positionMinutes ?? 0))

/** How long a silence of this track is none. */
export const gapOf = ({ gapMs }: Track): number => gapMs ?? GAP_MS
/** So long within so few metres is a stop. */
export const STOP_MS = 3 * MINUTE_MS
export const STOP_METRES = 50
/** What a point admits to be off widens the circle of a stop, but not without end. */
const MOST_DOUBT_METRES = 100
/** Where a stay may begin is looked at so often; it is then followed back to its first point. */
const LOOK_MS = 20_000
/** Further from the middle of a stop its first and last points are steps to and from it. */
const STEP_METRES = 20
/** So many points may stray from a stop and come back. */
const STRAYS = 2
/** And of all its points no more than this share besides. */
const STRAY_SHARE = 0.1
const METRES_PER_DEGREE = 111_195
const RADIANS = Math.PI / 180

/** The place of a point of a track. */
export const placeOf = (track: Track, index: number): Place => ({
  longitude: track.longitudes[index] ?? 0,
  latitude: track.latitudes[index] ?? 0,
})

/** Metres between two points of a track; near ones on a plane, which is ten times as fast. */
export function metresOf(track: Track, a: number, b: number): number {
  const north = (track.latitudes[b] ?? 0) - (track.latitudes[a] ?? 0)
  let east = (track.longitudes[b] ?? 0) - (track.longitudes[a] ?? 0)
  if (east > 180 || east < -180) east = wrapLongitude(east)
  if (Math.abs(north) > 0.5 || Math.abs(east) > 0.5)
    return metresBetween(placeOf(track, a), placeOf(track, b))
  const across = east * Math.cos(((track.latitudes[a] ?? 0) + north / 2) * RADIANS)
  return Math.sqrt(north * north + across * across) * METRES_PER_DEGREE
}

/** What lies between each point and the next; the last one has 0. */
export interface Steps {
  /** Milliseconds. */
  intervalTime: Float64Array
  /** Metres. */
  nextDistance: Float64Array
  /** Metres a second; 0 across a gap, where nobody knows. */
  nextSpeed: Float64Array
}

/** The derived fields of a track's points (real-time specification, section 3). */
export function stepsOf(track: Track): Steps {
  const count = track.times.length
  const gapMs = gapOf(track)
  const steps: Steps = {
    intervalTime: new Float64Array(count),
    nextDistance: new Float64Array(count),
    nextSpeed: new Float64Array(count),
  }
  for (let index = 0; index + 1 < count; index++) {
    const interval = (track.times[index + 1] ?? 0) - (track.times[index] ?? 0)
    const metres = metresOf(track, index, index + 1)
    steps.intervalTime[index] = interval
    steps.nextDistance[index] = metres
    steps.nextSpeed[index] = interval > gapMs ? 0 : (metres * 1000) / interval
  }
  return steps
}

export interface Gap {
  /** The last point before it; the one after it is the next. */
  index: number
  from: number
  to: number
}

/** Silences that are longer than is usual for the track. */
export function gapsOf(track: Track): Gap[] {
  const { times } = track
  const gapMs = gapOf(track)
  const gaps: Gap[] = []
  for (let index = 0; index + 1 < times.length; index++) {
    const [from, to] = [times[index] ?? 0, times[index + 1] ?? 0]
    if (to - from > gapMs) gaps.push({ index, from, to })
  }
  return gaps
}

/** The stretches between gaps: numbers of their first and last points. */
export function stretchesOf(track: Track): { first: number; last: number }[] {
  if (track.times.length === 0) return []
  const starts = [0, ...gapsOf(track).map(gap => gap.index + 1)]
  return starts.map((first, at) => ({ first, last: (starts[at + 1] ?? track.times.length) - 1 }))
}

export interface Stop {
  /** Numbers of its first and last points. */
  first: number
  last: number
  from: number
  to: number
  /** The middle of its points. */
  at: Place
}

/**
 * Where it stayed for at least `STOP_MS` within `STOP_METRES` of where it began; a point that admits to be off may lie
 * further away, and two in a row that stray and come back end nothing. A gap ends a stop.
 */
export function stopsOf(track: Track): Stop[] {
  const { times } = track
  const stops: Stop[] = []
  for (let first = 0; first < times.length; ) {
    const last = endOfStay(track, first)
    if ((times[last] ?? 0) - (times[first] ?? 0) < STOP_MS) {
      first = Math.max(first + 1, countBefore(times, (times[first] ?? 0) + LOOK_MS))
      continue
    }
    const begun = startOfStay(track, first, (stops.at(-1)?.last ?? -1) + 1)
    stops.push(trimmed(track, stopOf(track, begun, last)))
    first = last + 1
  }
  return stops
}

const doubtOf = ({ accuracies }: Track, index: number) => Math.min(MOST_DOUBT_METRES, accuracies[index] ?? 0)

const isNear = (track: Track, centre: number, index: number) =>
  metresOf(track, centre, index) <= STOP_METRES + Math.max(doubtOf(track, centre), doubtOf(track, index))

/** Back from a point to the first one, at most `least`, that is near it without a silence in between. */
function startOfStay(track: Track, from: number, least: number): number {
  let first = from
  while (
    first > least &&
    (track.times[first] ?? 0) - (track.times[first - 1] ?? 0) <= gapOf(track) &&
    isNear(track, from, first - 1)
  )
    first--
  return first
}

/** The last point that is still near the place where the stay began. */
function endOfStay(track: Track, first: number): number {
  const { times } = track
  const gapMs = gapOf(track)
  let [last, strays, all] = [first, 0, 0]
  for (let index = first + 1; index < times.length; index++) {
    if ((times[index] ?? 0) - (times[index - 1] ?? 0) > gapMs) break
    if (isNear(track, first, index)) {
      last = index
      strays = 0
    } else if (++strays > STRAYS || ++all > STRAYS + (index - first) * STRAY_SHARE) break
  }
  return last
}

/** Without the last steps before it and the first after it: those are a way. */
function trimmed(track: Track, stop: Stop): Stop {
  const isStep = (index: number) =>
    metresBetween(stop.at, placeOf(track, index)) > STEP_METRES + doubtOf(track, index)
  let { first, last } = stop
  while (first < last && isStep(first)) first++
  while (last > first && isStep(last)) last--
  const shorter = (track.times[last] ?? 0) - (track.times[first] ?? 0)
  return shorter < STOP_MS ? stop : { ...stop, ...stopOf(track, first, last) }
}

function stopOf(track: Track, first: number, last: number): Stop {
  const start = placeOf(track, first)
  let [east, north] = [0, 0]
  for (let index = first; index <= last; index++) {
    const place = placeOf(track, index)
    east += wrapLongitude(place.longitude - start.longitude)
    north += place.latitude - start.latitude
  }
  const count = last - first + 1
  return {
    first,
    last,
    from: track.times[first] ?? 0,
    to: track.times[last] ?? 0,
    at: {
      longitude: wrapLongitude(start.longitude + east / count),
      latitude: start.latitude + north / count,
    },
  }
}

/**
 * Metres gone up to each point. What trembles within a stop is no way, and of a gap nobody knows which way it was: both
 * count nothing.
 */
export function wayOf(track: Track, steps: Steps, stops: readonly Stop[]): Float64Array {
  const way = new Float64Array(track.times.length)
  let [gone, stop] = [0, 0]
  const gapMs = gapOf(track)
  for (let index = 0; index + 1 < way.length; index++) {
    while ((stops[stop]?.last ?? Number.POSITIVE_INFINITY) <= index) stop++
    const still = (stops[stop]?.first ?? Number.POSITIVE_INFINITY) <= index
    const silent = (steps.intervalTime[index] ?? 0) > gapMs
    if (!still && !silent) gone += steps.nextDistance[index] ?? 0
    way[index + 1] = gone
  }
  return way
}

/** The box around a track; undefined without points. */
export function boundsOfTracks(tracks: readonly Track[]): Bounds | undefined {
  const corners: Place[] = []
  for (const track of tracks) {
    const count = track.times.length
    if (count === 0) continue
    let [south, north] = [90, -90]
    for (const latitude of track.latitudes) {
      if (latitude < south) south = latitude
      if (latitude > north) north = latitude
    }
    // Few enough longitudes that sorting them costs nothing: of each stretch its extremes, the short way round.
    const middle = track.longitudes[0] ?? 0
    let [west, east] = [0, 0]
    for (const longitude of track.longitudes) {
      const off = wrapLongitude(longitude - middle)
      if (off < west) west = off
      if (off > east) east = off
    }
    corners.push(
      { latitude: south, longitude: wrapLongitude(middle + west) },
      { latitude: north, longitude: wrapLongitude(middle + east) },
      { latitude: (south + north) / 2, longitude: middle },
    )
  }
  return boundsOf(corners)
}
