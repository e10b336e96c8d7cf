// Plans of buildings in metres: where a point lies on the map of a plan, what is on it, how a plan gets its size.
import type { Place } from '../geo/geo.ts'

/** Degrees of one metre near longitude 0, latitude 0, where plans lie: there a degree is as long both ways. */
export const METRE_DEGREES = 1 / 111_319.49

/** Positions are not exact: so far outside its plan one still counts as on it. */
export const PLAN_MARGIN_METRES = 5

export interface PlanSize {
  width: number
  height: number
}
export type PlanPoint = readonly [x: number, y: number]

/** Metres from the lower left corner of the plan as a place of its map. */
export const placeOnPlan = (x: number, y: number): Place => ({
  longitude: x * METRE_DEGREES,
  latitude: y * METRE_DEGREES,
})

/** The other way round; to the centimetre. */
export const metresAt = ({ longitude, latitude }: Place): { x: number; y: number } => ({
  x: Math.round((longitude / METRE_DEGREES) * 100) / 100,
  y: Math.round((latitude / METRE_DEGREES) * 100) / 100,
})

/** Upper left, upper right, lower right, lower left, as a picture layer wants them. */
export function planCorners({ width, height }: PlanSize): [Place, Place, Place, Place] {
  return [placeOnPlan(0, height), placeOnPlan(width, height), placeOnPlan(width, 0), placeOnPlan(0, 0)]
}

/** Whether a point lies on the plan, or no further outside than `margin` metres. */
export function isOnPlan(x: number, y: number, { width, height }: PlanSize, margin = 0): boolean {
  return x >= -margin && y >= -margin && x <= width + margin && y <= height + margin
}

/** The nearest point of the plan. */
export function ontoPlan(x: number, y: number, { width, height }: PlanSize): { x: number; y: number } {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
}

/** Whether a point lies inside a ring of corners. On the edge counts as inside or outside, always the same way. */
export function isInside(x: number, y: number, corners: readonly PlanPoint[]): boolean {
  let inside = false
  let before = corners.at(-1)
  for (const here of corners) {
    if (before && here[1] > y !== before[1] > y) {
      const cut = ((before[0] - here[0]) * (y - here[1])) / (before[1] - here[1]) + here[0]
      if (x < cut) inside = !inside
    }
    before = here
  }
  return inside
}

/** Metres from a point to the nearest side of a ring of corners. */
export function metresToEdge(x: number, y: number, corners: readonly PlanPoint[]): number {
  let nearest = Number.POSITIVE_INFINITY
  let before = corners.at(-1)
  for (const here of corners) {
    if (before) {
      const [dx, dy] = [here[0] - before[0], here[1] - before[1]]
      const length = dx * dx + dy * dy
      const along = length === 0 ? 0 : ((x - before[0]) * dx + (y - before[1]) * dy) / length
      const part = Math.min(1, Math.max(0, along))
      nearest = Math.min(nearest, Math.hypot(x - before[0] - part * dx, y - before[1] - part * dy))
    }
    before = here
  }
  return nearest
}

const turn = (a: PlanPoint, b: PlanPoint, c: PlanPoint) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const between = (a: PlanPoint, b: PlanPoint, p: PlanPoint) =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1])

function sidesMeet(a: PlanPoint, b: PlanPoint, c: PlanPoint, d: PlanPoint): boolean {
  const [one, two, three, four] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (one !== two && three !== four) return true
  return (
    (one === 0 && between(a, b, c)) ||
    (two === 0 && between(a, b, d)) ||
    (three === 0 && between(c, d, a)) ||
    (four === 0 && between(c, d, b))
  )
}

/** The first corner of a side that meets another one which is not its neighbour; undefined for a proper outline. */
export function crossingOf(corners: readonly PlanPoint[]): number | undefined {
  const count = corners.length
  for (let one = 0; one < count; one++) {
    for (let two = one + 1; two < count; two++) {
      const neighbours = two === one + 1 || (one === 0 && two === count - 1)
      const [a, b, c, d] = [
        corners[one],
        corners[(one + 1) % count],
        corners[two],
        corners[(two + 1) % count],
      ]
      if (!a || !b || !c || !d) continue
      if (neighbours ? foldsBack(a, b, c, d) : sidesMeet(a, b, c, d)) return two
    }
  }
  return undefined
}

// Neighbouring sides share a corner; they cross only where one lies back upon the other.
function foldsBack(a: PlanPoint, b: PlanPoint, c: PlanPoint, d: PlanPoint): boolean {
  const [corner, left, right] = b === c ? [b, a, d] : [a, b, c]
  if (turn(left, corner, right) !== 0) return false
  return (left[0] - corner[0]) * (right[0] - corner[0]) + (left[1] - corner[1]) * (right[1] - corner[1]) >= 0
}

/** Square metres inside a ring of corners. */
export function areaOf(corners: readonly PlanPoint[]): number {
  let twice = 0
  let before = corners.at(-1)
  for (const here of corners) {
    if (before) twice += before[0] * here[1] - here[0] * before[1]
    before = here
  }
  return Math.abs(twice) / 2
}

/**
 * The real size of a picture, from two points on it (as parts of its width and height, 0 to 1, from the lower left
 * corner) and the metres between them. `aspect` is width divided by height of its pixels. Undefined for points so close
 * together that nothing can be told.
 */
export function calibratedSize(
  from: PlanPoint,
  to: PlanPoint,
  metres: number,
  aspect: number,
): PlanSize | undefined {
  const length = Math.hypot((to[0] - from[0]) * aspect, to[1] - from[1])
  if (length < 0.005 || !(metres > 0) || !(aspect > 0)) return undefined
  const height = metres / length
  const cents = (value: number) => Math.round(value * 100) / 100
  return { width: cents(height * aspect), height: cents(height) }
}

/** Full for `fresh` milliseconds, then paler, and never gone: the last place is still worth something. */
export function fadeOf(ageMs: number, freshMs = 30_000, goneMs = 600_000): number {
  if (ageMs <= freshMs) return 1
  const part = Math.min(1, (ageMs - freshMs) / (goneMs - freshMs))
  return 1 - 0.7 * part
}
