// The box around some of very many points: a cluster opens to it, or as a list where no zoom parts them.
import type { PointColumns } from './point-columns.ts'
import { apart, latitudeOf, WORLD } from './world-units.ts'

const EQUATOR_METRES = 40_075_016

/** In parts of the world, the short way over the antimeridian; and metres between its corners. */
export interface SlotBox {
  middle: { x: number; y: number }
  wide: number
  high: number
  metres: number
}

export function boxAround(columns: PointColumns, slots: readonly number[]): SlotBox {
  const [first = 0] = slots
  const [x, y] = [columns.x(first), columns.y(first)]
  let [west, east, north, south] = [0, 0, 0, 0]
  for (const slot of slots) {
    const [across, down] = [apart(columns.x(slot), x), columns.y(slot) - y]
    west = Math.min(west, across)
    east = Math.max(east, across)
    north = Math.min(north, down)
    south = Math.max(south, down)
  }
  const [wide, high] = [east - west, south - north]
  const stretch = Math.cos((latitudeOf(y) * Math.PI) / 180)
  return {
    middle: { x: x + (west + east) / 2, y: y + (north + south) / 2 },
    wide,
    high,
    metres: (Math.hypot(wide, high) / WORLD) * EQUATOR_METRES * stretch,
  }
}
