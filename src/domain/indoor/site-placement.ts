// A drawing of a whole site on the outdoor map: where its corners are, and what dragging them makes of it.
import { type Place, placeAt } from '../geo/geo.ts'
import type { PlanSize } from './plan.ts'

export interface SitePlacement extends PlanSize {
  /** Its middle. */
  longitude: number
  latitude: number
  /** Degrees clockwise from north. */
  rotation: number
}

const RADIANS = Math.PI / 180
/** Mean radius (IUGG), as for every other distance here. */
const DEGREE_METRES = (6_371_008.8 * Math.PI) / 180

/** Metres east and north of a place from another, over the length of a site. */
export function offsetOf(from: Place, to: Place): { east: number; north: number } {
  return {
    east: (to.longitude - from.longitude) * DEGREE_METRES * Math.cos(from.latitude * RADIANS),
    north: (to.latitude - from.latitude) * DEGREE_METRES,
  }
}

/** A point given in parts of width and height from the middle (-0.5 to 0.5), as a place. */
function placeIn({ width, height, rotation, ...middle }: SitePlacement, right: number, up: number): Place {
  const [across, along] = [right * width, up * height]
  const [sin, cos] = [Math.sin(rotation * RADIANS), Math.cos(rotation * RADIANS)]
  return placeAt(middle, across * cos + along * sin, along * cos - across * sin)
}

/** Upper left, upper right, lower right, lower left of the turned picture. */
export function siteCorners(placement: SitePlacement): [Place, Place, Place, Place] {
  return [
    placeIn(placement, -0.5, 0.5),
    placeIn(placement, 0.5, 0.5),
    placeIn(placement, 0.5, -0.5),
    placeIn(placement, -0.5, -0.5),
  ]
}

const CORNERS = [
  [-0.5, 0.5],
  [0.5, 0.5],
  [0.5, -0.5],
  [-0.5, -0.5],
] as const
const SMALLEST_METRES = 1
const LARGEST_METRES = 10_000

/** What dragging corner 0 to 3 makes of it: the middle stays, it turns and grows, its shape is kept. */
export function cornerDragged(placement: SitePlacement, corner: number, to: Place): SitePlacement {
  const [right, up] = CORNERS[corner] ?? CORNERS[0]
  const { east, north } = offsetOf(placement, to)
  const away = Math.hypot(east, north)
  const before = Math.hypot(right * placement.width, up * placement.height)
  const longer = Math.max(placement.width, placement.height)
  const shorter = Math.min(placement.width, placement.height)
  const scale = Math.min(LARGEST_METRES / longer, Math.max(SMALLEST_METRES / shorter, away / before))
  // Bearings: of the corner in the unturned picture, and of where it is now.
  const own = Math.atan2(right * placement.width, up * placement.height) / RADIANS
  const now = Math.atan2(east, north) / RADIANS
  const cents = (value: number) => Math.round(value * 100) / 100
  return {
    ...placement,
    width: cents(placement.width * scale),
    height: cents(placement.height * scale),
    rotation: away === 0 ? placement.rotation : Math.round(wrapped(now - own) * 10) / 10,
  }
}

/** -180 exclusive to 180 inclusive. */
const wrapped = (degrees: number) => -((((-degrees + 180) % 360) + 360) % 360) + 180

/** Whether a place lies on the plan. */
export function isOnSite(placement: SitePlacement, place: Place): boolean {
  const { east, north } = offsetOf(placement, place)
  const turn = placement.rotation * RADIANS
  const right = east * Math.cos(turn) - north * Math.sin(turn)
  const up = east * Math.sin(turn) + north * Math.cos(turn)
  return Math.abs(right) <= placement.width / 2 && Math.abs(up) <= placement.height / 2
}
