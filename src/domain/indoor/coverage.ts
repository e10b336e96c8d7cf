// How much of a floor its base stations reach: an estimate over a grid, walls left out.
import type { PlanSize } from './plan.ts'

export interface StationRange {
  x: number
  y: number
  /** Metres it reaches. */
  range: number
}

/** A place on a floor needs so many stations to be found there. */
export const STATIONS_FOR_A_PLACE = 3

export interface Coverage {
  /** Parts of the floor, 0 to 1: reached by at least one station, by enough for a place, by none. */
  covered: number
  located: number
  uncovered: number
  /** Middles of the largest square pieces that no station reaches. */
  gaps: { x: number; y: number }[]
}

/** Cells along the longer side. */
const CELLS = 64
const MOST_GAPS = 5

/** Counts how many stations reach the middle of each cell. */
export function coverageOf(stations: readonly StationRange[], { width, height }: PlanSize): Coverage {
  const cell = Math.max(width, height) / CELLS
  const [columns, rows] = [Math.max(1, Math.round(width / cell)), Math.max(1, Math.round(height / cell))]
  let [covered, located] = [0, 0]
  const bare: boolean[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [((column + 0.5) * width) / columns, ((row + 0.5) * height) / rows]
      let count = 0
      for (const one of stations) if ((one.x - x) ** 2 + (one.y - y) ** 2 <= one.range ** 2) count++
      if (count > 0) covered++
      if (count >= STATIONS_FOR_A_PLACE) located++
      bare.push(count === 0)
    }
  }
  const all = columns * rows
  return {
    covered: covered / all,
    located: located / all,
    uncovered: 1 - covered / all,
    gaps: gapsIn(bare, columns, rows).map(({ column, row }) => ({
      x: (column * width) / columns,
      y: (row * height) / rows,
    })),
  }
}

// The largest bare squares, each once: what a found one covers is taken as covered before the next is sought.
function gapsIn(bare: boolean[], columns: number, rows: number): { column: number; row: number }[] {
  const found: { column: number; row: number }[] = []
  for (let turn = 0; turn < MOST_GAPS; turn++) {
    const side = new Uint16Array(columns * rows)
    let best = { side: 0, column: 0, row: 0 }
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        if (!bare[row * columns + column]) continue
        const near = (r: number, c: number) => (r < 0 || c < 0 ? 0 : (side[r * columns + c] ?? 0))
        const here = 1 + Math.min(near(row - 1, column), near(row, column - 1), near(row - 1, column - 1))
        side[row * columns + column] = here
        if (here > best.side) best = { side: here, column, row }
      }
    }
    // A gap of one or two cells is the edge of a circle.
    if (best.side < 4) break
    found.push({ column: best.column + 1 - best.side / 2, row: best.row + 1 - best.side / 2 })
    for (let row = best.row - best.side + 1; row <= best.row; row++)
      for (let column = best.column - best.side + 1; column <= best.column; column++)
        bare[row * columns + column] = false
  }
  return found
}
