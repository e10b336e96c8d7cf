// Live points as the graphics card takes them: where each was, where it goes and since when, in one buffer.
import { HIDDEN, type LivePoints } from '../map-port.ts'
import { unitsEast, unitsSouth } from './world-units.ts'

/** Of one slot: x, y, x before, y before, since when, look. */
const WORDS = 6
export const STRIDE = WORDS * 4
export const OFFSETS = { next: 0, before: 8, since: 16, look: 20 } as const

export const MOTION_SECONDS = 0.5
/** What goes farther on the screen has not slid over everything in between: it is there at once. */
export const GLIDE_PIXELS = 400

/** How far a movement is after a share of its time: off quickly, in gently. */
const eased = (share: number) => 1 - (1 - share) ** 3

export class PointColumns {
  size = 0
  #words = new Uint32Array(0)
  #floats = new Float32Array(0)
  /** Seconds of the layer's own clock until when something moves. */
  movesUntil = 0

  /** Where slots are or go to. */
  x(slot: number): number {
    return this.#words[slot * WORDS] ?? 0
  }
  y(slot: number): number {
    return this.#words[slot * WORDS + 1] ?? 0
  }
  look(slot: number): number {
    return this.#words[slot * WORDS + 5] ?? HIDDEN
  }
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words
  }
  /** The same memory, for the seconds in it. */
  get floats(): Float32Array<ArrayBuffer> {
    return this.#floats
  }
  wordsOf(first: number, last: number): Uint32Array<ArrayBuffer> {
    return this.#words.subarray(first * WORDS, (last + 1) * WORDS)
  }

  /** Takes slots over as they are now; `still`: without movement. True when any of them changed. */
  takeAll(points: LivePoints, now: number, still: boolean): boolean {
    if (this.#words.length < points.size * WORDS) this.#grow(points)
    let changed = this.size !== points.size
    this.size = points.size
    for (let slot = 0; slot < points.size; slot++) changed = this.take(points, slot, now, still) || changed
    return changed
  }

  take({ longitudes, latitudes, looks }: LivePoints, slot: number, now: number, still: boolean): boolean {
    const at = slot * WORDS
    const words = this.#words
    const [longitude, latitude] = [longitudes[slot] ?? Number.NaN, latitudes[slot] ?? Number.NaN]
    // What has no position is nowhere.
    const look = longitude - longitude === 0 && latitude - latitude === 0 ? (looks[slot] ?? HIDDEN) : HIDDEN
    const before = words[at + 5]
    words[at + 5] = look
    if (look === HIDDEN) return before !== HIDDEN
    const x = Math.floor(unitsEast(longitude))
    const y = Math.floor(unitsSouth(latitude))
    if (before !== HIDDEN && words[at] === x && words[at + 1] === y) return before !== look
    if (before === HIDDEN || still) {
      words[at + 2] = x
      words[at + 3] = y
      this.#floats[at + 4] = now - MOTION_SECONDS
    } else {
      this.#startFromHere(at, now)
      this.#floats[at + 4] = now
      this.movesUntil = now + MOTION_SECONDS
    }
    words[at] = x
    words[at + 1] = y
    return true
  }

  /** What still moves goes on from where it is seen, not from where it was going. */
  #startFromHere(at: number, now: number): void {
    const words = this.#words
    const share = Math.min(1, Math.max(0, (now - (this.#floats[at + 4] ?? 0)) / MOTION_SECONDS))
    for (const axis of [0, 1]) {
      const [next = 0, before = 0] = [words[at + axis], words[at + axis + 2]]
      words[at + axis + 2] = before + eased(share) * ((next - before) | 0)
    }
  }

  #grow(points: LivePoints): void {
    const room = Math.max(points.size, Math.min(points.longitudes.length, points.size * 2))
    const words = new Uint32Array(room * WORDS)
    words.set(this.#words)
    for (let slot = this.size; slot < room; slot++) words[slot * WORDS + 5] = HIDDEN
    this.#words = words
    this.#floats = new Float32Array(words.buffer)
  }
}
