// Which points are in sight, where each is on its way, and how far those of a cluster lie apart.
import { HIDDEN } from '../map-port.ts'
import { SPOT_PIXELS } from '../maplibre/cluster-points.ts'
import { MOTION_SECONDS, type PointColumns, STRIDE } from '../maplibre/point-columns.ts'
import { apart, WORLD } from '../maplibre/world-units.ts'
import type { Frame, Pixel } from './frame.ts'
import { SIGN } from './point-signs.ts'

const WORDS = STRIDE / 4
/** More signs than this are not drawn where they would only cover each other. */
const MOST_SIGNS = 2000

/** The middle of a frame in parts of the world, and how many pixels a part is. */
export interface PointView {
  frame: Frame
  x: number
  y: number
  pixels: number
}

export function viewOf(frame: Frame): PointView {
  const share = (frame.left + frame.width / 2) / frame.scale
  return {
    frame,
    x: (share - Math.floor(share)) * WORLD,
    y: ((frame.top + frame.height / 2) / frame.scale) * WORLD,
    pixels: frame.scale / WORLD,
  }
}

/** Pixels of a place. */
export const pixelAt = ({ frame, x, y, pixels }: PointView, atX: number, atY: number): Pixel => ({
  x: frame.width / 2 + apart(atX, x) * pixels,
  y: frame.height / 2 + (atY - y) * pixels,
})

/** Pixels of where a slot is now, on its way from where it was. */
export function pixelOnWay({ words }: PointColumns, slot: number, view: PointView, seconds: number): Pixel {
  const word = slot * WORDS
  const since = new Float32Array(words.buffer, words.byteOffset + (word + 4) * 4, 1)[0] ?? 0
  const share = Math.min(1, Math.max(0, (seconds - since) / MOTION_SECONDS))
  const eased = 1 - (1 - share) ** 3
  const on = (axis: number) => {
    const [next = 0, before = 0] = [words[word + axis], words[word + axis + 2]]
    return share === 1 ? next : before + eased * apart(next, before)
  }
  return pixelAt(view, on(0), on(1))
}

/** Slots in sight; where there are too many, one for each little square, and all that must be seen. */
export function inSight(columns: PointColumns, view: PointView, must: (slot: number) => boolean): number[] {
  const { width, height } = view.frame
  const [halfWide, halfHigh] = [(width / 2 + SIGN) / view.pixels, (height / 2 + SIGN) / view.pixels]
  const slots: number[] = []
  for (let slot = 0; slot < columns.size; slot++) {
    if (columns.look(slot) === HIDDEN) continue
    if (Math.abs(apart(columns.x(slot), view.x)) > halfWide) continue
    if (Math.abs(columns.y(slot) - view.y) <= halfHigh) slots.push(slot)
  }
  if (slots.length <= MOST_SIGNS) return slots
  const square = Math.sqrt((width * height) / MOST_SIGNS) / view.pixels
  const taken = new Set<number>()
  return slots.filter(slot => {
    const key = Math.floor(columns.x(slot) / square) * 1e6 + Math.floor(columns.y(slot) / square)
    if (taken.has(key) && !must(slot)) return false
    taken.add(key)
    return true
  })
}

/** All that stand where a slot does, those that are not drawn too. */
export function togetherWith(columns: PointColumns, slot: number, view: PointView): number[] {
  const near = SPOT_PIXELS / view.pixels
  const [x, y] = [columns.x(slot), columns.y(slot)]
  const slots: number[] = []
  for (let other = 0; other < columns.size; other++)
    if (
      columns.look(other) !== HIDDEN &&
      Math.abs(apart(columns.x(other), x)) <= near &&
      Math.abs(columns.y(other) - y) <= near
    )
      slots.push(other)
  return slots
}
