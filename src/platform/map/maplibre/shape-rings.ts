// Shapes as the library wants them: closed rings of positions that do not jump at the antimeridian.
import type { Place } from '../../../domain/geo/geo.ts'
import type { ShapeForm } from '../map-port.ts'
import { nearestLongitude } from './camera.ts'

const EARTH_RADIUS_METRES = 6_371_008.8
const RADIANS = Math.PI / 180
const CIRCLE_CORNERS = 96

/** Positions on the true circle around a place: each is as far along the great circle. Closed; runs on beyond 180. */
export function circleRing(
  centre: Place,
  radiusMetres: number,
  corners = CIRCLE_CORNERS,
): GeoJSON.Position[] {
  const angle = Math.min(radiusMetres / EARTH_RADIUS_METRES, Math.PI)
  const latitude = centre.latitude * RADIANS
  const ring: GeoJSON.Position[] = []
  for (let at = 0; at < corners; at++) {
    const bearing = (-2 * Math.PI * at) / corners
    const sine =
      Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing)
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
      Math.cos(angle) - Math.sin(latitude) * sine,
    )
    ring.push([centre.longitude + east / RADIANS, Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS])
  }
  const [first] = ring
  if (first) ring.push(first)
  return ring
}

/** The corners of a ring one after another the short way round, closed; `by`: where its first corner should be near. */
export function unrolledRing(corners: readonly Place[], by?: number): GeoJSON.Position[] {
  const ring: GeoJSON.Position[] = []
  let before = by
  for (const { longitude, latitude } of corners) {
    const here = before === undefined ? longitude : nearestLongitude(longitude, before)
    ring.push([here, latitude])
    before = here
  }
  const [first] = ring
  const last = ring.at(-1)
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first)
  return ring
}

/** The rings of a shape, the outer one first; without any when it is not yet a shape. */
export function ringsOf(form: ShapeForm): GeoJSON.Position[][] {
  if ('circle' in form) return form.radiusMetres > 0 ? [circleRing(form.circle, form.radiusMetres)] : []
  const [outer, ...holes] = form.rings
  if (!outer || outer.length < 2) return []
  const ring = unrolledRing(outer)
  const by = ring[0]?.[0]
  return [ring, ...holes.filter(hole => hole.length > 2).map(hole => unrolledRing(hole, by))]
}

/** A place well inside the rings, for their name: the middle of the widest stretch through their height. */
export function labelPosition(rings: readonly GeoJSON.Position[][]): GeoJSON.Position | undefined {
  return labelPositions(rings)[0]
}

/** The same, and after it other places inside the rings where the name can stand when that one is not free. */
export function labelPositions(rings: readonly GeoJSON.Position[][]): GeoJSON.Position[] {
  const [outer] = rings
  const [corner] = outer ?? []
  if (!outer || !corner) return []
  const latitudes = outer.map(([, y = 0]) => y)
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const places: GeoJSON.Position[] = []
  let best = corner
  let widest = 0
  // The middle first: a wider stretch elsewhere must be clearly wider.
  for (const share of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.9, 0.1]) {
    const y = south + (north - south) * share + 1e-12
    const crossings = rings.flatMap(ring => crossingsAt(ring, y)).sort((a, b) => a - b)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from = 0, to = 0] = [crossings[at], crossings[at + 1]]
      for (const part of [0.5, 0.7, 0.3]) places.push([from + (to - from) * part, y])
      if (to - from <= widest * 1.2) continue
      widest = to - from
      best = [(from + to) / 2, y]
    }
  }
  return [best, ...places]
}

function crossingsAt(ring: readonly GeoJSON.Position[], y: number): number[] {
  const crossings: number[] = []
  for (let at = 1; at < ring.length; at++) {
    const [[fromX = 0, fromY = 0] = [], [toX = 0, toY = 0] = []] = [ring[at - 1], ring[at]]
    if (fromY > y === toY > y) continue
    crossings.push(fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX))
  }
  return crossings
}

/** Longitude, latitude, … as positions that do not jump at the antimeridian. */
export function linePositions(points: Float64Array): GeoJSON.Position[] {
  const positions: GeoJSON.Position[] = new Array(points.length >> 1)
  let before = points[0] ?? 0
  for (let at = 0; at < positions.length; at++) {
    const longitude = points[at * 2] ?? 0
    const apart = longitude - before
    before = apart > 180 || apart < -180 ? nearestLongitude(longitude, before) : longitude
    positions[at] = [before, points[at * 2 + 1] ?? 0]
  }
  return positions
}
