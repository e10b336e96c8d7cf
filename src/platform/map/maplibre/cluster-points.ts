// Neighbours become one: points are gathered in squares of the world, then squares whose middles nearly touch are joined.
// Quick enough (100,000 in some milliseconds) to be done again whenever they have moved.
import { HIDDEN } from '../map-port.ts'
import type { PointColumns } from './point-columns.ts'
import { apart } from './world-units.ts'

/** Squares of 64 pixels at whole zooms: the world's 2³² parts are 2²³ to a pixel at the library's zoom 0. */
const SQUARE_BITS = 29
/** Middles that are nearer become one. */
const JOIN_PIXELS = 44
export const MOST_COLOURS = 8

export interface Clusters {
  count: number
  /** Middles, in parts of the world. */
  xs: Uint32Array
  ys: Uint32Array
  sizes: Uint32Array
  /** So many of each colour, `MOST_COLOURS` a cluster. */
  colours: Uint32Array
  /** Slots that stand alone. */
  singles: Uint32Array<ArrayBuffer>
  membersOf(cluster: number): number[]
}

export interface View {
  /** The middle, and half of its extent, in parts of the world. */
  x: number
  y: number
  halfWide: number
  halfHigh: number
}

export interface ClusterOptions {
  /** The library's zoom, whole. */
  zoom: number
  view: View
  /** Which of the colours a look has. */
  colourOf: Uint8Array
  /** Stand alone whatever is near them. */
  apart: ReadonlySet<number>
}

/** Squares by their place: open addressing over typed arrays, since a `Map` would take five times as long. */
class Squares {
  count = 0
  readonly #mask: number
  readonly #table: Int32Array
  readonly keys: Float64Array
  readonly sizes: Uint32Array
  readonly #sumX: Float64Array
  readonly #sumY: Float64Array
  readonly baseX: Uint32Array
  readonly baseY: Uint32Array
  readonly colours: Uint32Array
  /** Slots of a square, one leading to the next; squares that were joined, likewise. */
  readonly firstSlot: Int32Array
  readonly nextSlot: Int32Array
  readonly nextSquare: Int32Array
  readonly lastSquare: Int32Array
  readonly gone: Uint8Array

  constructor(room: number, slots: number) {
    let places = 64
    while (places < room * 2) places *= 2
    this.#mask = places - 1
    this.#table = new Int32Array(places).fill(-1)
    this.keys = new Float64Array(room)
    this.sizes = new Uint32Array(room)
    this.#sumX = new Float64Array(room)
    this.#sumY = new Float64Array(room)
    this.baseX = new Uint32Array(room)
    this.baseY = new Uint32Array(room)
    this.colours = new Uint32Array(room * MOST_COLOURS)
    this.firstSlot = new Int32Array(room).fill(-1)
    this.nextSlot = new Int32Array(slots)
    this.nextSquare = new Int32Array(room).fill(-1)
    this.lastSquare = new Int32Array(room)
    this.gone = new Uint8Array(room)
  }

  #place(column: number, row: number): number {
    const key = column * 0x4000000 + row
    let place = (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) & this.#mask
    for (;;) {
      const square = this.#table[place] ?? -1
      if (square < 0 || this.keys[square] === key) return place
      place = (place + 1) & this.#mask
    }
  }

  find(column: number, row: number): number {
    return this.#table[this.#place(column, row)] ?? -1
  }

  add(column: number, row: number, slot: number, x: number, y: number, colour: number): void {
    const place = this.#place(column, row)
    let square = this.#table[place] ?? -1
    if (square < 0) {
      square = this.count++
      this.#table[place] = square
      this.keys[square] = column * 0x4000000 + row
      this.baseX[square] = x
      this.baseY[square] = y
      this.lastSquare[square] = square
    }
    this.nextSlot[slot] = this.firstSlot[square] ?? -1
    this.firstSlot[square] = slot
    this.sizes[square] = (this.sizes[square] ?? 0) + 1
    this.#sumX[square] = (this.#sumX[square] ?? 0) + apart(x, this.baseX[square] ?? 0)
    this.#sumY[square] = (this.#sumY[square] ?? 0) + apart(y, this.baseY[square] ?? 0)
    const of = square * MOST_COLOURS + colour
    this.colours[of] = (this.colours[of] ?? 0) + 1
  }

  x(square: number): number {
    return ((this.baseX[square] ?? 0) + (this.#sumX[square] ?? 0) / (this.sizes[square] ?? 1)) >>> 0
  }
  y(square: number): number {
    return ((this.baseY[square] ?? 0) + (this.#sumY[square] ?? 0) / (this.sizes[square] ?? 1)) >>> 0
  }

  /** The second becomes part of the first. */
  join(square: number, other: number): void {
    const size = this.sizes[other] ?? 0
    const [east, south] = [
      apart(this.x(other), this.baseX[square] ?? 0),
      apart(this.y(other), this.baseY[square] ?? 0),
    ]
    this.#sumX[square] = (this.#sumX[square] ?? 0) + east * size
    this.#sumY[square] = (this.#sumY[square] ?? 0) + south * size
    this.sizes[square] = (this.sizes[square] ?? 0) + size
    for (let colour = 0; colour < MOST_COLOURS; colour++) {
      const of = square * MOST_COLOURS + colour
      this.colours[of] = (this.colours[of] ?? 0) + (this.colours[other * MOST_COLOURS + colour] ?? 0)
    }
    this.nextSquare[this.lastSquare[square] ?? square] = other
    this.lastSquare[square] = this.lastSquare[other] ?? other
    this.gone[other] = 1
  }
}

function gather(columns: PointColumns, { zoom, view, colourOf, apart: alone }: ClusterOptions): Squares {
  const bits = SQUARE_BITS - zoom
  const { words, size } = columns
  const squares = new Squares(size, size)
  const { x: middleX, y: middleY, halfWide, halfHigh } = view
  for (let slot = 0, at = 0; slot < size; slot++, at += 6) {
    const look = words[at + 5] ?? HIDDEN
    if (look === HIDDEN) continue
    const [x, y] = [words[at] ?? 0, words[at + 1] ?? 0]
    if (Math.abs(apart(x, middleX)) > halfWide || Math.abs(y - middleY) > halfHigh) continue
    if (alone.size > 0 && alone.has(slot)) continue
    squares.add(x >>> bits, y >>> bits, slot, x, y, colourOf[look] ?? 0)
  }
  return squares
}

function joinNeighbours(squares: Squares, zoom: number): void {
  const bits = SQUARE_BITS - zoom
  const around = 2 ** (zoom + 32 - SQUARE_BITS)
  const near = JOIN_PIXELS * 2 ** (23 - zoom)
  const large: number[] = []
  const small: number[] = []
  for (let square = 0; square < squares.count; square++)
    if ((squares.sizes[square] ?? 0) > 1) large.push(square)
    else small.push(square)
  large.sort((a, b) => (squares.sizes[b] ?? 0) - (squares.sizes[a] ?? 0))
  for (const square of [...large, ...small]) {
    if (squares.gone[square]) continue
    const [x, y] = [squares.x(square), squares.y(square)]
    const [column, row] = [(squares.baseX[square] ?? 0) >>> bits, (squares.baseY[square] ?? 0) >>> bits]
    for (let east = -1; east <= 1; east++)
      for (let south = -1; south <= 1; south++) {
        if (east === 0 && south === 0) continue
        const other = squares.find((column + east + around) % around, row + south)
        if (other < 0 || squares.gone[other]) continue
        if (Math.hypot(apart(squares.x(other), x), squares.y(other) - y) < near) squares.join(square, other)
      }
  }
}

/** Clusters and single points of a view. */
export function clusterPoints(columns: PointColumns, options: ClusterOptions): Clusters {
  const squares = gather(columns, options)
  joinNeighbours(squares, options.zoom)
  const kept: number[] = []
  const singles: number[] = []
  for (let square = 0; square < squares.count; square++) {
    if (squares.gone[square]) continue
    if (squares.sizes[square] === 1) singles.push(squares.firstSlot[square] ?? 0)
    else kept.push(square)
  }
  // The largest last: it lies over its neighbours.
  kept.sort((a, b) => (squares.sizes[a] ?? 0) - (squares.sizes[b] ?? 0))
  const colours = new Uint32Array(kept.length * MOST_COLOURS)
  for (const [at, square] of kept.entries())
    colours.set(
      squares.colours.subarray(square * MOST_COLOURS, (square + 1) * MOST_COLOURS),
      at * MOST_COLOURS,
    )
  return {
    count: kept.length,
    xs: Uint32Array.from(kept, square => squares.x(square)),
    ys: Uint32Array.from(kept, square => squares.y(square)),
    sizes: Uint32Array.from(kept, square => squares.sizes[square] ?? 0),
    colours,
    singles: Uint32Array.from(singles),
    membersOf: cluster => {
      const members: number[] = []
      for (let square = kept[cluster] ?? -1; square >= 0; square = squares.nextSquare[square] ?? -1)
        for (let slot = squares.firstSlot[square] ?? -1; slot >= 0; slot = squares.nextSlot[slot] ?? -1)
          members.push(slot)
      return members
    },
  }
}
