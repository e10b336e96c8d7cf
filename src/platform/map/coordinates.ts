// Places as maps of mainland China draw them: GCJ-02 there, WGS-84 everywhere else; both ways.
import gcoord from 'gcoord'
import type { Place } from '../../domain/geo/geo.ts'
import { MAINLAND } from './mainland-border.ts'

/** Edges of the border by half a degree of latitude, so that asking for 100,000 places looks at a few edges each. */
const BANDS_PER_DEGREE = 2
const bands = bandsOf(MAINLAND)

function bandsOf(ring: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    const [a = 0, b = 0] = [ring[at + 1], ring[next + 1]]
    const last = Math.floor(Math.max(a, b) * BANDS_PER_DEGREE)
    for (let band = Math.floor(Math.min(a, b) * BANDS_PER_DEGREE); band <= last; band++) {
      const edges = found.get(band)
      const edge = [ring[at] ?? 0, a, ring[next] ?? 0, b]
      if (edges) edges.push(...edge)
      else found.set(band, edge)
    }
  }
  return found
}

/** Whether maps there are drawn in GCJ-02. The rectangle that others ask would move Seoul, Hanoi and Hong Kong too. */
export function isMainland(longitude: number, latitude: number): boolean {
  const edges = bands.get(Math.floor(latitude * BANDS_PER_DEGREE))
  if (!edges) return false
  let inside = false
  for (let at = 0; at < edges.length; at += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [edges[at], edges[at + 1], edges[at + 2], edges[at + 3]]
    if (y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1))
      inside = !inside
  }
  return inside
}

/** A WGS-84 place as GCJ-02 where that applies. */
export function toGcj({ longitude, latitude }: Place): Place {
  if (!isMainland(longitude, latitude)) return { longitude, latitude }
  const [x, y] = gcoord.transform([longitude, latitude], gcoord.WGS84, gcoord.GCJ02)
  return { longitude: x, latitude: y }
}

/**
 * A GCJ-02 place back as WGS-84, to 0.15 m. The two leave a strip of about 600 m outside the border where a place may
 * be meant either way: there it is taken for the mainland's.
 */
export function fromGcj({ longitude, latitude }: Place): Place {
  if (!Number.isFinite(longitude + latitude)) return { longitude, latitude }
  const [x, y] = gcoord.transform([longitude, latitude], gcoord.GCJ02, gcoord.WGS84)
  return isMainland(x, y) ? { longitude: x, latitude: y } : { longitude, latitude }
}

/** Longitude, latitude, … in WGS-84 as GCJ-02 where that applies; another array of the same length. */
export function allToGcj(points: Float64Array): Float64Array {
  const out = new Float64Array(points)
  // One pair for all: a track has 86,400 of them.
  const pair: [number, number] = [0, 0]
  for (let at = 0; at + 1 < points.length; at += 2) {
    ;[pair[0], pair[1]] = [points[at] ?? 0, points[at + 1] ?? 0]
    if (!Number.isFinite(pair[0] + pair[1]) || !isMainland(pair[0], pair[1])) continue
    ;[out[at], out[at + 1]] = gcoord.transform(pair, gcoord.WGS84, gcoord.GCJ02)
  }
  return out
}
