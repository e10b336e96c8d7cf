// Where the name of an area stands so that it lies on nothing else that is read.
import type { Box } from '../free-part.ts'
import type { Pixel } from './laid-layer.ts'

const FONT = '13px Inter, "Noto Sans", "Noto Sans SC", system-ui, sans-serif'
const LINE_PIXELS = 16
/** The library breaks lines of more than 12 ems. */
const WIDEST = 12 * 13

interface TextSize {
  wide: number
  high: number
}

let context: CanvasRenderingContext2D | null | undefined
const sizes = new Map<string, TextSize>()
const SIZES_KEPT = 2000

/** How large a name is as the library writes it. */
export function nameSize(text: string): TextSize {
  const known = sizes.get(text)
  if (known) return known
  context ??= document.createElement('canvas').getContext('2d')
  if (context) context.font = FONT
  const wide = context?.measureText(text).width ?? text.length * 13
  const size = { wide: Math.min(wide, WIDEST), high: LINE_PIXELS * Math.ceil(wide / WIDEST) }
  if (sizes.size >= SIZES_KEPT) sizes.clear()
  sizes.set(text, size)
  return size
}

export const boxAround = ({ x, y }: Pixel, { wide, high }: TextSize): Box => ({
  left: x - wide / 2,
  right: x + wide / 2,
  top: y - high / 2,
  bottom: y + high / 2,
})

/** How many square pixels of a box others cover. */
export function coveredBy(box: Box, others: readonly Box[]): number {
  let covered = 0
  for (const { left, right, top, bottom } of others) {
    const wide = Math.min(box.right, right) - Math.max(box.left, left)
    const high = Math.min(box.bottom, bottom) - Math.max(box.top, top)
    if (wide > 0 && high > 0) covered += wide * high
  }
  return covered
}

const FAR = 1e6

/** What lies beyond the edges of a map: no name is read there. */
export const beyond = ({ wide, high }: TextSize): Box[] => [
  { left: -FAR, right: 0, top: -FAR, bottom: FAR },
  { left: wide, right: FAR, top: -FAR, bottom: FAR },
  { left: 0, right: wide, top: -FAR, bottom: 0 },
  { left: 0, right: wide, top: high, bottom: FAR },
]

/** Which of the places is free of the boxes, the earlier the better; where none is, the least covered. */
export function freestOf(places: readonly Pixel[], size: TextSize, boxes: readonly Box[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [at, place] of places.entries()) {
    const covered = coveredBy(boxAround(place, size), boxes)
    if (covered >= least) continue
    best = at
    least = covered
    if (covered === 0) break
  }
  return best
}
