// What of a map is free of the panels over it: there the camera puts what it shows.
import type { Sides } from './map-port.ts'

/** As elements are measured. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A panel that would leave less than this, in pixels, covers the map: no place beside it is worth looking at. */
const LEAST_FREE = 96

const area = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top)

/** The largest box beside a panel. */
function beside(free: Box, panel: Box): Box {
  const over =
    panel.left < free.right &&
    panel.right > free.left &&
    panel.top < free.bottom &&
    panel.bottom > free.top &&
    area(panel) > 0
  if (!over) return free
  const boxes = [
    { ...free, left: Math.max(free.left, panel.right) },
    { ...free, right: Math.min(free.right, panel.left) },
    { ...free, top: Math.max(free.top, panel.bottom) },
    { ...free, bottom: Math.min(free.bottom, panel.top) },
  ].filter(({ left, top, right, bottom }) => right - left >= LEAST_FREE && bottom - top >= LEAST_FREE)
  return boxes.toSorted((a, b) => area(b) - area(a))[0] ?? free
}

/** How much of each side of a map lies under panels; undefined: nothing. */
export function coveredSides(map: Box, panels: Iterable<Box>): Sides | undefined {
  let free: Box = { left: map.left, top: map.top, right: map.right, bottom: map.bottom }
  for (const panel of panels) free = beside(free, panel)
  const sides = {
    top: free.top - map.top,
    right: map.right - free.right,
    bottom: map.bottom - free.bottom,
    left: free.left - map.left,
  }
  return Object.values(sides).some(pixels => pixels > 0) ? sides : undefined
}
