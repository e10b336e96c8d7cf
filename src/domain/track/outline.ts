// A line with fewer corners that looks the same: for drawing long tracks.
import type { Track } from './track.ts'

const METRES_PER_DEGREE = 111_195
const RADIANS = Math.PI / 180

/** What a map at its closest cannot show. */
export const OUTLINE_METRES = 0.5

/**
 * Longitude, latitude, … of the points `first` to `last` (both inclusive), without those that lie within `metres` of the
 * line through the others (Ramer, Douglas and Peucker). The ends always stay; the line goes the short way round the earth.
 */
export function outlineOf(track: Track, first: number, last: number, metres = OUTLINE_METRES): Float64Array {
  const count = last - first + 1
  const { xs, ys } = onPlane(track, first, count)
  const keep = new Uint8Array(count)
  keep[0] = keep[count - 1] = 1
  const open: number[] = [0, count - 1]
  const most = metres * metres
  while (open.length > 0) {
    const [to = 0, from = 0] = [open.pop(), open.pop()]
    const { at, far } = furthest(xs, ys, from, to)
    if (far <= most) continue
    keep[at] = 1
    open.push(from, at, at, to)
  }
  const kept = keep.reduce((sum, each) => sum + each, 0)
  const points = new Float64Array(kept * 2)
  const scale = METRES_PER_DEGREE * Math.cos((track.latitudes[first] ?? 0) * RADIANS) || 1
  let place = 0
  for (let at = 0; at < count; at++) {
    if (keep[at] === 0) continue
    // Unwrapped, so that a line over the antimeridian does not cross the map.
    points[place++] = (track.longitudes[first] ?? 0) + (xs[at] ?? 0) / scale
    points[place++] = track.latitudes[first + at] ?? 0
  }
  return points
}

/** Metres from the first point, east and north; longitudes unwrapped. */
function onPlane(track: Track, first: number, count: number): { xs: Float64Array; ys: Float64Array } {
  const xs = new Float64Array(count)
  const ys = new Float64Array(count)
  const scale = METRES_PER_DEGREE * Math.cos((track.latitudes[first] ?? 0) * RADIANS) || 1
  let [before, turns] = [track.longitudes[first] ?? 0, 0]
  for (let at = 0; at < count; at++) {
    const longitude = track.longitudes[first + at] ?? 0
    if (longitude - before > 180) turns -= 360
    else if (longitude - before < -180) turns += 360
    before = longitude
    xs[at] = (longitude + turns - (track.longitudes[first] ?? 0)) * scale
    ys[at] = ((track.latitudes[first + at] ?? 0) - (track.latitudes[first] ?? 0)) * METRES_PER_DEGREE
  }
  return { xs, ys }
}

/** The point between two others that is furthest from the line between them; its distance squared. */
function furthest(xs: Float64Array, ys: Float64Array, from: number, to: number): { at: number; far: number } {
  const [x = 0, y = 0] = [xs[from], ys[from]]
  const [dx, dy] = [(xs[to] ?? 0) - x, (ys[to] ?? 0) - y]
  const length = dx * dx + dy * dy
  let [at, far] = [from, -1]
  for (let index = from + 1; index < to; index++) {
    const [px, py] = [(xs[index] ?? 0) - x, (ys[index] ?? 0) - y]
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length))
    const [ox, oy] = [px - share * dx, py - share * dy]
    const distance = ox * ox + oy * oy
    if (distance > far) [at, far] = [index, distance]
  }
  return { at, far }
}
