// Where shapes are measured: on the earth, or on the drawing of a building in metres around 0, 0.
import { metresBetween, type Place, placeAt, wrapLongitude } from '../../domain/geo/geo.ts'

/** A shape that somebody draws. Rings: the outline first, then holes; the first corner is not repeated. */
export type DrawnShape =
  | { kind: 'circle'; centre: Place; radiusMetres: number }
  | { kind: 'polygon'; rings: readonly (readonly Place[])[] }

export type ShapeSpace = 'earth' | 'plan'

/** A metre of a drawing in degrees: plans lie around 0, 0 (see `indoor`). */
const DEGREES_PER_METRE = 1 / 111_319.49
const RADIANS = Math.PI / 180
const EARTH_RADIUS_METRES = 6_371_008.8

/** Metres between two places of a space. */
export function metresIn(space: ShapeSpace, a: Place, b: Place): number {
  if (space === 'earth') return metresBetween(a, b)
  return Math.hypot(b.longitude - a.longitude, b.latitude - a.latitude) / DEGREES_PER_METRE
}

/** The place so many metres east and north of another one. */
export function placeIn(space: ShapeSpace, from: Place, east: number, north: number): Place {
  if (space === 'earth') return placeAt(from, east, north)
  return {
    longitude: from.longitude + east * DEGREES_PER_METRE,
    latitude: from.latitude + north * DEGREES_PER_METRE,
  }
}

/** A place as somebody types it: degrees east and north, or metres on a plan. */
export function numbersOf(space: ShapeSpace, { longitude, latitude }: Place): [east: number, north: number] {
  if (space === 'earth') return [rounded7(longitude), rounded7(latitude)]
  return [rounded3(longitude / DEGREES_PER_METRE), rounded3(latitude / DEGREES_PER_METRE)]
}
const rounded7 = (degrees: number) => Math.round(degrees * 1e7) / 1e7
const rounded3 = (metres: number) => Math.round(metres * 1000) / 1000

/** The place of typed numbers; undefined where there is none on the earth. */
export function placeOf(space: ShapeSpace, east: number, north: number): Place | undefined {
  if (!Number.isFinite(east) || !Number.isFinite(north)) return undefined
  if (space === 'plan') return placeIn('plan', { longitude: 0, latitude: 0 }, east, north)
  if (Math.abs(east) > 180 || Math.abs(north) > 90) return undefined
  return { longitude: east, latitude: north }
}

/** Half-way between two places, the short way round the earth. */
export function middleOf(a: Place, b: Place): Place {
  return {
    longitude: wrapLongitude(a.longitude + wrapLongitude(b.longitude - a.longitude) / 2),
    latitude: (a.latitude + b.latitude) / 2,
  }
}

/** Without digits that mean nothing: the eighth decimal is a millimetre, which drawings of buildings need. */
export function roundedPlace({ longitude, latitude }: Place): Place {
  return { longitude: rounded(longitude), latitude: rounded(latitude) }
}
const rounded = (degrees: number) => Math.round(degrees * 1e8) / 1e8

/** The same shape moved by what leads from one place to another. */
export function movedShape(shape: DrawnShape, from: Place, to: Place): DrawnShape {
  const east = to.longitude - from.longitude
  const north = to.latitude - from.latitude
  const move = ({ longitude, latitude }: Place): Place =>
    roundedPlace({
      longitude: wrapLongitude(longitude + east),
      latitude: Math.max(-90, Math.min(90, latitude + north)),
    })
  if (shape.kind === 'circle') return { ...shape, centre: move(shape.centre) }
  return { kind: 'polygon', rings: shape.rings.map(ring => ring.map(move)) }
}

export interface ShapeMeasures {
  areaSquareMetres: number
  /** Of the outline; a circle's circumference. */
  perimeterMetres: number
}

/** Area without the holes, and the length of the outline. */
export function measuresOf(shape: DrawnShape, space: ShapeSpace): ShapeMeasures {
  if (shape.kind === 'circle') {
    const { radiusMetres } = shape
    return { areaSquareMetres: Math.PI * radiusMetres ** 2, perimeterMetres: 2 * Math.PI * radiusMetres }
  }
  const [outline = [], ...holes] = shape.rings
  const area = holes.reduce((left, hole) => left - ringArea(hole, space), ringArea(outline, space))
  return { areaSquareMetres: Math.max(0, area), perimeterMetres: ringLength(outline, space) }
}

/** Metres around a closed ring. */
export function ringLength(ring: readonly Place[], space: ShapeSpace): number {
  let metres = 0
  let before = ring.at(-1)
  for (const corner of ring) {
    if (before) metres += metresIn(space, before, corner)
    before = corner
  }
  return metres
}

/** Square metres inside a ring, whichever way round it goes; across the antimeridian too. */
export function ringArea(ring: readonly Place[], space: ShapeSpace): number {
  let sum = 0
  let before = ring.at(-1)
  for (const corner of ring) {
    if (before) {
      const east = wrapLongitude(corner.longitude - before.longitude)
      // On the earth the strip under an edge, down to the equator (Chamberlain and Duquette).
      sum +=
        space === 'earth'
          ? east * RADIANS * (Math.sin(before.latitude * RADIANS) + Math.sin(corner.latitude * RADIANS))
          : east * (before.latitude + corner.latitude)
    }
    before = corner
  }
  const unit = space === 'earth' ? EARTH_RADIUS_METRES ** 2 : DEGREES_PER_METRE ** -2
  return (Math.abs(sum) / 2) * unit
}

/** A shape's place to hold it by: the centre, or the centre of mass of the outline. */
export function middleOfShape(shape: DrawnShape): Place | undefined {
  if (shape.kind === 'circle') return shape.centre
  const [outline = []] = shape.rings
  const [first] = outline
  if (!first) return undefined
  // Counted from the first corner, so that small shapes lose no digits and the antimeridian is none.
  const corners = outline.map(({ longitude, latitude }) => ({
    x: wrapLongitude(longitude - first.longitude),
    y: latitude - first.latitude,
  }))
  let [area, east, north] = [0, 0, 0]
  let before = corners.at(-1)
  for (const corner of corners) {
    const cross = before ? before.x * corner.y - corner.x * before.y : 0
    area += cross
    east += cross * ((before?.x ?? 0) + corner.x)
    north += cross * ((before?.y ?? 0) + corner.y)
    before = corner
  }
  const centre = (of: 'x' | 'y', moment: number) => {
    const along = corners.map(corner => corner[of])
    const mass = moment / (3 * area)
    // A line, or an outline that crosses itself, has its centre of mass nowhere or anywhere.
    const within = mass >= Math.min(...along) && mass <= Math.max(...along)
    return within ? mass : along.reduce((sum, value) => sum + value, 0) / along.length
  }
  const [x, y] = [centre('x', east), centre('y', north)]
  return { longitude: wrapLongitude(first.longitude + x), latitude: first.latitude + y }
}

/** Places that a map must show to show the shape. */
export function placesOf(shape: DrawnShape, space: ShapeSpace = 'earth'): Place[] {
  if (shape.kind === 'polygon') return [...(shape.rings[0] ?? [])]
  const { centre, radiusMetres: far } = shape
  return [placeIn(space, centre, -far, -far), placeIn(space, centre, far, far)]
}

/** Corners of all rings together; none of a circle. */
export function cornersOf(shape: DrawnShape | undefined): number {
  if (shape?.kind !== 'polygon') return 0
  return shape.rings.reduce((count, ring) => count + ring.length, 0)
}
