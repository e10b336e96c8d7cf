// Whether a place is inside a fence, and how far from its edge: prepared once, asked thousands of times a second.
import { metresBetween, type Place, wrapLongitude } from '../geo/geo.ts'
import type { Ring } from './fence.ts'

/** The shape of a fence in its one form; `checkShape` makes it. */
export type CheckedShape =
  | { is: 'circle'; centre: Place; radius: number }
  /** Longitudes run on beyond 180 where the outline lies across the antimeridian. */
  | { is: 'polygon'; rings: readonly Ring[] }

/** `east` may be beyond 180, where the box lies across the antimeridian; `west` is from -180 to 180. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

export interface PreparedShape {
  box: Box
  /** The edge itself counts as inside. */
  inside(place: Place): boolean
  /** Metres to the nearest edge, from inside or outside. */
  toEdge(place: Place): number
}

const METRES_PER_DEGREE = 111_195
const RADIANS = Math.PI / 180

/** Makes a checked shape ready for many questions. */
export function prepareShape(shape: CheckedShape): PreparedShape {
  return shape.is === 'circle' ? preparedCircle(shape.centre, shape.radius) : preparedPolygon(shape.rings)
}

/** The box of a circle; wide enough for its widest latitude. */
export function boxOfCircle({ longitude, latitude }: Place, radius: number): Box {
  const high = radius / METRES_PER_DEGREE
  const widest = Math.min(89.9, Math.abs(latitude) + high)
  const wide = high / Math.cos(widest * RADIANS)
  const middle = wrapLongitude(longitude)
  return { west: middle - wide, east: middle + wide, south: latitude - high, north: latitude + high }
}

/** The longitude as the box counts it, or undefined when the box does not reach it. */
export function longitudeIn({ west, east }: Box, longitude: number): number | undefined {
  if (longitude >= west && longitude <= east) return longitude
  if (longitude + 360 >= west && longitude + 360 <= east) return longitude + 360
  return longitude - 360 >= west && longitude - 360 <= east ? longitude - 360 : undefined
}

function preparedCircle(centre: Place, radius: number): PreparedShape {
  const box = boxOfCircle(centre, radius)
  return {
    box,
    inside: place =>
      place.latitude >= box.south &&
      place.latitude <= box.north &&
      longitudeIn(box, place.longitude) !== undefined &&
      metresBetween(centre, place) <= radius,
    toEdge: place => Math.abs(metresBetween(centre, place) - radius),
  }
}

/** x and y of both ends of each edge, one after another. */
function edgesOf(rings: readonly Ring[]): Float64Array {
  const edges = new Float64Array(4 * rings.reduce((sum, ring) => sum + ring.length, 0))
  let next = 0
  for (const ring of rings)
    for (const [index, [x, y]] of ring.entries()) {
      const [toX, toY] = ring[(index + 1) % ring.length] ?? [x, y]
      edges.set([x, y, toX, toY], next)
      next += 4
    }
  return edges
}

export function boxOfRing(ring: Ring): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [x, y] of ring) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.south = Math.min(box.south, y)
    box.north = Math.max(box.north, y)
  }
  return box
}

/** Edges by bands of latitude, so that a place is compared with those at its height only. */
interface Bands {
  count: number
  starts: Int32Array
  edges: Int32Array
}

function bandsOf(edges: Float64Array, { south, north }: Box): Bands {
  const all = edges.length / 4
  const high = north - south || 1e-12
  for (let count = Math.max(1, Math.min(512, all >> 2)); ; count = Math.max(1, count >> 1)) {
    const band = (y: number) => Math.max(0, Math.min(count - 1, Math.floor(((y - south) / high) * count)))
    const starts = new Int32Array(count + 1)
    const each = (use: (band: number, edge: number) => void) => {
      for (let edge = 0; edge < all; edge++) {
        const [a, b] = [band(edges[edge * 4 + 1] ?? 0), band(edges[edge * 4 + 3] ?? 0)]
        for (let at = Math.min(a, b); at <= Math.max(a, b); at++) use(at, edge)
      }
    }
    each(at => {
      starts[at + 1] = (starts[at + 1] ?? 0) + 1
    })
    for (let at = 0; at < count; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0)
    const total = starts[count] ?? 0
    // Edges that run through all heights would fill every band.
    if (total > 8 * all + 64 && count > 1) continue
    const sorted = new Int32Array(total)
    const next = starts.slice()
    each((at, edge) => {
      sorted[next[at] ?? 0] = edge
      next[at] = (next[at] ?? 0) + 1
    })
    return { count, starts, edges: sorted }
  }
}

function preparedPolygon(rings: readonly Ring[]): PreparedShape {
  const edges = edgesOf(rings)
  const box = boxOfRing(rings[0] ?? [])
  const bands = bandsOf(edges, box)
  const high = box.north - box.south || 1e-12
  const inside = ({ longitude, latitude: y }: Place) => {
    if (y < box.south || y > box.north) return false
    const x = longitudeIn(box, longitude)
    if (x === undefined) return false
    const band = Math.min(bands.count - 1, Math.floor(((y - box.south) / high) * bands.count))
    const until = bands.starts[band + 1] ?? 0
    let odd = false
    for (let at = bands.starts[band] ?? 0; at < until; at++) {
      const edge = (bands.edges[at] ?? 0) * 4
      const [ax = 0, ay = 0, bx = 0, by = 0] = [
        edges[edge],
        edges[edge + 1],
        edges[edge + 2],
        edges[edge + 3],
      ]
      const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
      if (turn === 0 && between(ax, bx, x) && between(ay, by, y)) return true
      if (ay > y !== by > y && turn > 0 === by > ay) odd = !odd
    }
    return odd
  }
  return { box, inside, toEdge: place => metresToEdges(edges, box, place) }
}

const between = (a: number, b: number, c: number) => (a <= c && c <= b) || (b <= c && c <= a)

/** In a plane that touches the earth at the place: exact enough for what an accuracy of some kilometres asks. */
function metresToEdges(edges: Float64Array, box: Box, { longitude, latitude }: Place): number {
  const middle = (box.west + box.east) / 2
  const x = longitude + 360 * Math.round((middle - longitude) / 360)
  const scale = Math.cos(latitude * RADIANS)
  let nearest = Infinity
  for (let edge = 0; edge < edges.length; edge += 4) {
    const ax = ((edges[edge] ?? 0) - x) * scale
    const ay = (edges[edge + 1] ?? 0) - latitude
    const dx = ((edges[edge + 2] ?? 0) - x) * scale - ax
    const dy = (edges[edge + 3] ?? 0) - latitude - ay
    const long = dx * dx + dy * dy
    const part = long === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / long))
    const [nx, ny] = [ax + part * dx, ay + part * dy]
    const square = nx * nx + ny * ny
    if (square < nearest) nearest = square
  }
  return Math.sqrt(nearest) * METRES_PER_DEGREE
}
