// Neighbours become one: points are gathered in squares of the world, then squares whose middles nearly touch are joined.
// Quick enough (100,000 in some milliseconds) to be done again whenever they have moved.
import { HIDDEN } from '../map-port.ts'
import type { PointColumns } from './point-columns.ts'
import { apart } from './world-units.ts'

/** The world's 2³² parts are 2²³ to a pixel at the library's zoom 0. */
const PIXEL_BITS = 23
/** Squares of 64 pixels; from the zoom on where houses can be told apart of 16: only what lies on one another is one. */
const WIDE_BITS = 6
const NARROW_BITS = 4
const NARROW_FROM = 18
/** Middles that are nearer, in squares, become one. */
const JOIN = 0.69

/** How many of the lowest bits of a place say where in its square it is. */
const squareBits = (zoom: number) => PIXEL_BITS - zoom + (zoom < NARROW_FROM ? WIDE_BITS : NARROW_BITS)
export const MOST_COLOURS = 8

/** Clusters of things that move are made anew so often at most. */
export const CLUSTER_EVERY_MS = 400
/** Points nearer to each other than this cannot be told apart. */
export const SPOT_PIXELS = 6
/** A cluster whose things are nearer than this opens as a list: no zoom parts them. */
export const SPOT_METRES = 2

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
  readonly #columns: Uint32Array
  readonly #rows: Uint32Array
  readonly sizes: Uint32Array
  readonly #sumX: Float64Array
  readonly #sumY: Float64Array
  /** Middles. */
  readonly xs: Uint32Array
  readonly ys: Uint32Array
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
    this.#columns = new Uint32Array(room)
    this.#rows = new Uint32Array(room)
    this.sizes = new Uint32Array(room)
    this.#sumX = new Float64Array(room)
    this.#sumY = new Float64Array(room)
    this.xs = new Uint32Array(room)
    this.ys = new Uint32Array(room)
    this.baseX = new Uint32Array(room)
    this.baseY = new Uint32Array(room)
    this.colours = new Uint32Array(room * MOST_COLOURS)
    this.firstSlot = new Int32Array(room).fill(-1)
    this.nextSlot = new Int32Array(slots)
    this.nextSquare = new Int32Array(room).fill(-1)
    this.lastSquare = new Int32Array(room)
    this.gone = new Uint8Array(room)
  }

  /** Empty again: cheaper than to make it anew, which is 9 MB for 100,000 points. */
  reset(): void {
    const { count } = this
    this.#table.fill(-1)
    for (const sums of [this.sizes, this.#sumX, this.#sumY, this.gone]) sums.fill(0, 0, count)
    for (const links of [this.firstSlot, this.nextSquare]) links.fill(-1, 0, count)
    this.colours.fill(0, 0, count * MOST_COLOURS)
    this.count = 0
  }

  #place(column: number, row: number): number {
    let place = (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) & this.#mask
    for (;;) {
      const square = this.#table[place] ?? -1
      if (square < 0 || (this.#columns[square] === column && this.#rows[square] === row)) return place
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
      this.#columns[square] = column
      this.#rows[square] = row
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

  /** Middles of all squares; after that they change only by joining. */
  settle(): void {
    for (let square = 0; square < this.count; square++) this.#settleOne(square)
  }
  #settleOne(square: number): void {
    const size = this.sizes[square] ?? 1
    this.xs[square] = (this.baseX[square] ?? 0) + (this.#sumX[square] ?? 0) / size
    this.ys[square] = (this.baseY[square] ?? 0) + (this.#sumY[square] ?? 0) / size
  }

  /** The second becomes part of the first. */
  join(square: number, other: number): void {
    const size = this.sizes[other] ?? 0
    const east = apart(this.xs[other] ?? 0, this.baseX[square] ?? 0)
    const south = apart(this.ys[other] ?? 0, this.baseY[square] ?? 0)
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
    this.#settleOne(square)
  }
}

/** What the last clusters of the same points were made in. */
const used = new WeakMap<PointColumns, Squares>()

function emptySquares(columns: PointColumns): Squares {
  const before = used.get(columns)
  if (before && before.nextSlot.length >= columns.size) {
    before.reset()
    return before
  }
  const squares = new Squares(columns.size, columns.size)
  used.set(columns, squares)
  return squares
}

function gather(columns: PointColumns, { zoom, view, colourOf, apart: alone }: ClusterOptions): Squares {
  const bits = squareBits(zoom)
  const { words, size } = columns
  const squares = emptySquares(columns)
  const { x: middleX, y: middleY, halfWide, halfHigh } = view
  for (let slot = 0, at = 0; slot < size; slot++, at += 6) {
    const look = words[at + 5] ?? HIDDEN
    if (look === HIDDEN) continue
    const x = words[at] ?? 0
    const y = words[at + 1] ?? 0
    if (Math.abs(apart(x, middleX)) > halfWide || Math.abs(y - middleY) > halfHigh) continue
    if (alone.size > 0 && alone.has(slot)) continue
    squares.add(x >>> bits, y >>> bits, slot, x, y, colourOf[look] ?? 0)
  }
  return squares
}

function joinNeighbours(squares: Squares, zoom: number): void {
  const bits = squareBits(zoom)
  const around = 2 ** (32 - bits)
  const near = JOIN * 2 ** bits
  const large: number[] = []
  const small: number[] = []
  for (let square = 0; square < squares.count; square++)
    if ((squares.sizes[square] ?? 0) > 1) large.push(square)
    else small.push(square)
  large.sort((a, b) => (squares.sizes[b] ?? 0) - (squares.sizes[a] ?? 0))
  const { xs, ys, gone, baseX, baseY } = squares
  for (const square of [...large, ...small]) {
    if (gone[square]) continue
    const x = xs[square] ?? 0
    const y = ys[square] ?? 0
    const column = (baseX[square] ?? 0) >>> bits
    const row = (baseY[square] ?? 0) >>> bits
    for (let east = -1; east <= 1; east++)
      for (let south = -1; south <= 1; south++) {
        if (east === 0 && south === 0) continue
        const other = squares.find((column + east + around) % around, row + south)
        if (other < 0 || gone[other]) continue
        const across = apart(xs[other] ?? 0, x)
        const down = (ys[other] ?? 0) - y
        if (across * across + down * down < near * near) squares.join(square, other)
      }
  }
}

/** Clusters and single points of a view. Members are known until the next ones of the same points are made. */
export function clusterPoints(columns: PointColumns, options: ClusterOptions): Clusters {
  const squares = gather(columns, options)
  squares.settle()
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
    xs: Uint32Array.from(kept, square => squares.xs[square] ?? 0),
    ys: Uint32Array.from(kept, square => squares.ys[square] ?? 0),
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
