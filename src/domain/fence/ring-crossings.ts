// Finds where rings of a polygon touch or cross themselves or each other. Plane coordinates; a grid keeps the search
// near n log n for outlines as people draw them.

/** x and y of a corner. */
export type Point = readonly [number, number]

export interface Crossing {
  at: Point
  /** Index of the ring; of two rings that cross the later one. */
  ring: number
}

interface Edges {
  count: number
  /** x and y of the beginning and of the end, one after another. */
  ends: Float64Array
  ring: Int32Array
  /** Number of the edge in its ring, and how many that has. */
  at: Int32Array
  of: Int32Array
}

/** The first place found where two edges that are no neighbours meet; touching counts as crossing. */
export function firstCrossing(rings: readonly (readonly Point[])[]): Crossing | undefined {
  const edges = edgesOf(rings)
  const grid = gridOf(edges)
  const cells = cellsOf(edges, grid)
  for (let cell = 0; cell < grid.columns * grid.rows; cell++) {
    const until = cells.starts[cell + 1] ?? 0
    for (let i = cells.starts[cell] ?? 0; i < until; i++)
      for (let j = i + 1; j < until; j++) {
        const [a = 0, b = 0] = [cells.edges[i], cells.edges[j]]
        if (areNeighbours(edges, a, b)) continue
        const at = meeting(edges.ends, a * 4, b * 4)
        if (at) return { at, ring: Math.max(edges.ring[a] ?? 0, edges.ring[b] ?? 0) }
      }
  }
  return undefined
}

function edgesOf(rings: readonly (readonly Point[])[]): Edges {
  const count = rings.reduce((sum, ring) => sum + ring.length, 0)
  const [ends, ring, at, of] = [
    new Float64Array(count * 4),
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ]
  let edge = 0
  for (const [index, corners] of rings.entries())
    for (const [number, [x, y]] of corners.entries()) {
      const [nextX, nextY] = corners[(number + 1) % corners.length] ?? [x, y]
      ends.set([x, y, nextX, nextY], edge * 4)
      ring[edge] = index
      at[edge] = number
      of[edge] = corners.length
      edge++
    }
  return { count, ends, ring, at, of }
}

function areNeighbours({ ring, at, of }: Edges, a: number, b: number): boolean {
  if (ring[a] !== ring[b]) return false
  const distance = Math.abs((at[a] ?? 0) - (at[b] ?? 0))
  return distance === 1 || distance === (of[a] ?? 0) - 1
}

interface Grid {
  west: number
  south: number
  columns: number
  rows: number
  width: number
  height: number
}

/** Cells as wide and high as an edge is on average, so that long thin teeth fill no more of them than short ones. */
function gridOf({ count, ends }: Edges): Grid {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  let [across, along] = [0, 0]
  for (let edge = 0; edge < count; edge++) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = ends.subarray(edge * 4, edge * 4 + 4)
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
    across += Math.abs(nextX - x)
    along += Math.abs(nextY - y)
  }
  const [wide, high] = [east - west || 1e-9, north - south || 1e-9]
  const within = (cells: number) => Math.max(1, Math.min(count, Math.floor(cells)))
  let [columns, rows] = [within((wide * count) / (across || 1e-9)), within((high * count) / (along || 1e-9))]
  const tooMany = Math.sqrt((columns * rows) / Math.max(16, 4 * count))
  if (tooMany > 1) [columns, rows] = [within(columns / tooMany), within(rows / tooMany)]
  return { west, south, columns, rows, width: wide / columns, height: high / rows }
}

/** Edges by the cells that their boxes touch. */
function cellsOf({ count, ends }: Edges, grid: Grid): { starts: Int32Array; edges: Int32Array } {
  const { columns, rows } = grid
  const column = (x: number) => Math.min(columns - 1, Math.max(0, Math.floor((x - grid.west) / grid.width)))
  const row = (y: number) => Math.min(rows - 1, Math.max(0, Math.floor((y - grid.south) / grid.height)))
  const visit = (edge: number, each: (cell: number) => void) => {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = ends.subarray(edge * 4, edge * 4 + 4)
    const [top, right] = [row(Math.max(y, nextY)), column(Math.max(x, nextX))]
    for (let down = row(Math.min(y, nextY)); down <= top; down++)
      for (let left = column(Math.min(x, nextX)); left <= right; left++)
        if (mayTouch(grid, left, down, x, y, nextX, nextY)) each(down * columns + left)
  }
  const starts = new Int32Array(columns * rows + 1)
  for (let edge = 0; edge < count; edge++)
    visit(edge, cell => {
      starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
    })
  for (let cell = 0; cell < columns * rows; cell++)
    starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0)
  const edges = new Int32Array(starts[columns * rows] ?? 0)
  const next = starts.slice()
  for (let edge = 0; edge < count; edge++)
    visit(edge, cell => {
      edges[next[cell] ?? 0] = edge
      next[cell] = (next[cell] ?? 0) + 1
    })
  return { starts, edges }
}

/** False when the whole cell lies on one side of the edge's line. */
function mayTouch(
  grid: Grid,
  column: number,
  row: number,
  ...edge: [number, number, number, number]
): boolean {
  const [x, y, nextX, nextY] = edge
  const [middleX, middleY] = [grid.west + (column + 0.5) * grid.width, grid.south + (row + 0.5) * grid.height]
  const [dx, dy] = [nextX - x, nextY - y]
  const distance = Math.abs(dx * (middleY - y) - dy * (middleX - x))
  // A hair wider than the cell: two edges that meet on a border must share a cell.
  return distance <= 0.5001 * (Math.abs(dx) * grid.height + Math.abs(dy) * grid.width) + 1e-18
}

const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

const between = (a: number, b: number, c: number) => Math.min(a, b) <= c && c <= Math.max(a, b)

/** Where two edges meet; `a` and `b` are where their ends begin. */
function meeting(ends: Float64Array, a: number, b: number): Point | undefined {
  const [px = 0, py = 0, qx = 0, qy = 0] = [ends[a], ends[a + 1], ends[a + 2], ends[a + 3]]
  const [rx = 0, ry = 0, sx = 0, sy = 0] = [ends[b], ends[b + 1], ends[b + 2], ends[b + 3]]
  const [r, s] = [turn(px, py, qx, qy, rx, ry), turn(px, py, qx, qy, sx, sy)]
  const [p, q] = [turn(rx, ry, sx, sy, px, py), turn(rx, ry, sx, sy, qx, qy)]
  if (((r > 0 && s < 0) || (r < 0 && s > 0)) && ((p > 0 && q < 0) || (p < 0 && q > 0))) {
    const part = p / (p - q)
    return [px + part * (qx - px), py + part * (qy - py)]
  }
  if (r === 0 && between(px, qx, rx) && between(py, qy, ry)) return [rx, ry]
  if (s === 0 && between(px, qx, sx) && between(py, qy, sy)) return [sx, sy]
  if (p === 0 && between(rx, sx, px) && between(ry, sy, py)) return [px, py]
  if (q === 0 && between(rx, sx, qx) && between(ry, sy, qy)) return [qx, qy]
  return undefined
}
