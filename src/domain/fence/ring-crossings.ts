// Finds where rings of a polygon touch or cross themselves or each other. Plane coordinates. A line that sweeps from west
// to east compares only edges that are next to each other on it: no outline, however it is drawn, keeps the server busy.

/** x and y of a corner. */
export type Point = readonly [number, number]

export interface Crossing {
  at: Point
  /** Index of the ring; of two rings that cross the later one. */
  ring: number
}

interface Edges {
  count: number
  /** x and y of the western end and of the eastern one, one after another; of a meridian the southern end is first. */
  ends: Float64Array
  ring: Int32Array
  /** Number of the edge in its ring, and how many that has. */
  at: Int32Array
  of: Int32Array
}

/** The first place found where two edges that are no neighbours meet; touching counts as crossing. */
export function firstCrossing(rings: readonly (readonly Point[])[]): Crossing | undefined {
  const edges = edgesOf(rings)
  const active = new Int32Array(edges.count)
  let count = 0
  const crossingAt = (place: number): Crossing | undefined => {
    if (place < 0 || place + 1 >= count) return undefined
    const [a = 0, b = 0] = [active[place], active[place + 1]]
    if (areNeighbours(edges, a, b)) return undefined
    const at = meeting(edges.ends, a * 4, b * 4)
    return at && { at, ring: Math.max(edges.ring[a] ?? 0, edges.ring[b] ?? 0) }
  }
  const twice = sharedCorner(rings)
  for (const event of eventsOf(edges)) {
    const edge = event >> 1
    if ((event & 1) === 0) {
      const place = active.subarray(0, count).indexOf(edge)
      active.copyWithin(place, place + 1, count)
      count--
      const found = crossingAt(place - 1)
      if (found) return found
      continue
    }
    const place = placeOf(edges, active, count, edge)
    active.copyWithin(place + 1, place, count)
    active[place] = edge
    count++
    const found = crossingAt(place - 1) ?? crossingAt(place)
    if (found) return found
  }
  return twice
}

/** A corner in which a ring meets itself or another one: edges that only end and begin there never lie side by side. */
function sharedCorner(rings: readonly (readonly Point[])[]): Crossing | undefined {
  const seen = new Set<string>()
  for (const [ring, corners] of rings.entries())
    for (const at of corners) {
      const key = `${at[0]} ${at[1]}`
      if (seen.has(key)) return { at, ring }
      seen.add(key)
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
      const forward = x < nextX || (x === nextX && y <= nextY)
      ends.set(forward ? [x, y, nextX, nextY] : [nextX, nextY, x, y], edge * 4)
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

/** Ends (even) and beginnings (odd) of edges from west to east, from south to north; ends before beginnings. */
function eventsOf({ count, ends }: Edges): Int32Array {
  const [x, y] = [new Float64Array(count * 2), new Float64Array(count * 2)]
  for (let edge = 0; edge < count; edge++) {
    x[edge * 2] = ends[edge * 4 + 2] ?? 0
    y[edge * 2] = ends[edge * 4 + 3] ?? 0
    x[edge * 2 + 1] = ends[edge * 4] ?? 0
    y[edge * 2 + 1] = ends[edge * 4 + 1] ?? 0
  }
  const order = Int32Array.from(x.keys())
  return order.sort(
    (a, b) => (x[a] ?? 0) - (x[b] ?? 0) || (y[a] ?? 0) - (y[b] ?? 0) || (a & 1) - (b & 1) || a - b,
  )
}

/** Where an edge belongs among those that the line is at, from south to north. */
function placeOf({ ends }: Edges, active: Int32Array, count: number, edge: number): number {
  const [x = 0, y = 0, nextX = 0, nextY = 0] = ends.subarray(edge * 4, edge * 4 + 4)
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = (active[middle] ?? 0) * 4
    const [px = 0, py = 0, qx = 0, qy = 0] = ends.subarray(other, other + 4)
    const side = turn(px, py, qx, qy, x, y) || turn(px, py, qx, qy, nextX, nextY)
    if (side > 0) low = middle + 1
    else high = middle
  }
  return low
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
