// The grid of a board: where tiles stand, which steps they take, and how others make room. Pure, for editor and server.
export interface Place {
  /** Columns from the start and rows from the top, from 0. */
  x: number
  y: number
  /** Columns and rows that it covers. */
  w: number
  h: number
}

export interface Placed {
  key: string
  place: Place
}

export const GRID = { columns: 12, rows: 24 } as const
/** Smaller than this nothing can be read. */
export const LEAST = { w: 2, h: 2 } as const

export const isInside = ({ x, y, w, h }: Place): boolean =>
  x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= GRID.columns && y + h <= GRID.rows

export const overlaps = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

export const anyOverlap = (places: readonly Place[]): boolean =>
  places.some((one, at) => places.slice(at + 1).some(other => overlaps(one, other)))

/** In reading order, which is also the order on a phone. */
export const inOrder = <Tile extends Placed>(tiles: readonly Tile[]): Tile[] =>
  [...tiles].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x)

/** The first place, in reading order, where a tile of this size has room. */
export function freePlace(taken: readonly Place[], { w, h }: Pick<Place, 'w' | 'h'>): Place | undefined {
  for (let y = 0; y + h <= GRID.rows; y++)
    for (let x = 0; x + w <= GRID.columns; x++) {
      const place = { x, y, w, h }
      if (!taken.some(other => overlaps(place, other))) return place
    }
  return undefined
}

/**
 * Puts one tile at a place; those in its way go up behind it where there is room, else down. Undefined where the place or
 * what it pushes would leave the grid.
 */
export function put<Tile extends Placed>(
  tiles: readonly Tile[],
  key: string,
  place: Place,
): Tile[] | undefined {
  if (!isInside(place) || place.w < LEAST.w || place.h < LEAST.h) return undefined
  const settled = new Map<string, Place>([[key, place]])
  for (const tile of inOrder(tiles)) {
    if (tile.key === key) continue
    const own = settle(tile.place, place, settled, tiles)
    if (!own) return undefined
    settled.set(tile.key, own)
  }
  return tiles.map(tile => ({ ...tile, place: settled.get(tile.key) ?? tile.place }))
}

function settle(
  wish: Place,
  pushed: Place,
  settled: ReadonlyMap<string, Place>,
  tiles: readonly Placed[],
): Place | undefined {
  const isFree = (place: Place) => isInside(place) && ![...settled.values()].some(one => overlaps(one, place))
  if (isFree(wish)) return wish
  const above = { ...wish, y: pushed.y - wish.h }
  // Up only into what nobody has, who was not asked yet.
  const unasked = tiles.filter(tile => !settled.has(tile.key) && tile.place !== wish)
  if (overlaps(wish, pushed) && isFree(above) && !unasked.some(({ place }) => overlaps(place, above)))
    return above
  for (let y = wish.y + 1; y + wish.h <= GRID.rows; y++) {
    const below = { ...wish, y }
    if (isFree(below)) return below
  }
  return undefined
}

/** A step of a tile by columns and rows. */
export const moved = ({ x, y, w, h }: Place, columns: number, rows: number): Place => ({
  ...{ x: x + columns, y: y + rows },
  ...{ w, h },
})

export const resized = ({ x, y, w, h }: Place, columns: number, rows: number): Place => ({
  ...{ x, y },
  ...{ w: w + columns, h: h + rows },
})

/** How many rows are in use. */
export const rowsUsed = (tiles: readonly Placed[]): number =>
  Math.max(0, ...tiles.map(({ place }) => place.y + place.h))
