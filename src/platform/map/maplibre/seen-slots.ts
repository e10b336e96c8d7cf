// Which of very many points have to be drawn: those in sight, and of those that cover each other the uppermost.
import { HIDDEN } from '../map-port.ts'
import type { Frame } from './painting.ts'
import { GLIDE_PIXELS, MOTION_SECONDS, type PointColumns, STRIDE } from './point-columns.ts'
import { WORLD } from './world-units.ts'

const WORDS = STRIDE / 4
/** Pixels around the screen: a sign whose middle lies outside may reach in. */
const MARGIN = 32
/** The side of a square in which one sign is enough, as a share of the sign: at most so much of it would look out. */
const SQUARE = 0.5

/** Looks through the columns for every frame; its memory is kept from one to the next. */
export class SeenSlots {
  #taken = new Uint8Array(0)
  #slots = new Uint32Array(0)

  /** Slots in their order, by where each is seen on its way; `size`: of a sign, in CSS pixels. */
  of(
    { words, floats, size: count, movesUntil }: PointColumns,
    { origin, scale, wide, high, seconds }: Frame,
    size: number,
  ): Uint32Array<ArrayBuffer> {
    // Squares of the world, not of the screen: the same ones are drawn however the map is moved.
    const bits = Math.max(0, Math.floor(Math.log2((size * SQUARE) / scale)))
    const side = 2 ** bits
    const across = Math.min(WORLD / side, Math.ceil((wide + 2 * MARGIN) / scale / side) + 1)
    const down = Math.ceil((high + 2 * MARGIN) / scale / side) + 1
    const left = (Math.floor((origin.x - (across / 2) * side) / side) * side) >>> 0
    const top = Math.floor((origin.y - (down / 2) * side) / side)
    this.#makeRoom(across * down, count)
    const [taken, slots] = [this.#taken, this.#slots]
    const moving = seconds < movesUntil
    const farthest = GLIDE_PIXELS / scale
    let at = count
    // Later ones lie over earlier ones.
    for (let slot = count - 1, word = slot * WORDS; slot >= 0; slot--, word -= WORDS) {
      if (words[word + 5] === HIDDEN) continue
      let x = words[word] ?? 0
      let y = words[word + 1] ?? 0
      const rest = moving ? 1 - (seconds - (floats[word + 4] ?? 0)) / MOTION_SECONDS : 0
      if (rest > 0) {
        const east = (x - (words[word + 2] ?? 0)) | 0
        const south = (y - (words[word + 3] ?? 0)) | 0
        if (east * east + south * south < farthest * farthest) {
          const share = rest * rest * rest
          x = (x - share * east) >>> 0
          y = (y - share * south) >>> 0
        }
      }
      const column = (x - left) >>> bits
      const row = (y >>> bits) - top
      if (column >= across || row < 0 || row >= down) continue
      const square = row * across + column
      if (taken[square] === 1) continue
      taken[square] = 1
      slots[--at] = slot
    }
    return slots.subarray(at, count)
  }

  #makeRoom(squares: number, slots: number): void {
    if (this.#taken.length < squares) this.#taken = new Uint8Array(squares)
    else this.#taken.fill(0, 0, squares)
    if (this.#slots.length < slots) this.#slots = new Uint32Array(slots)
  }
}
