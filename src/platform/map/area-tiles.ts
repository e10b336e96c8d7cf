// Which tiles of a zoom an area needs.
import type { Bounds } from '../../domain/geo/geo.ts'

export interface AreaTiles {
  count: number
  tiles(): Generator<readonly [x: number, y: number]>
  has(x: number, y: number): boolean
}

/** Tiles of a zoom that touch the bounds; two parts where they lie across the antimeridian. */
export function tilesIn({ west, south, east, north }: Bounds, zoom: number): AreaTiles {
  const size = 2 ** zoom
  const clamp = (tile: number) => Math.max(0, Math.min(size - 1, Math.floor(tile)))
  const column = (longitude: number) => clamp(((longitude + 180) / 360) * size)
  const row = (latitude: number) => {
    const angle = (Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180
    return clamp(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * size)
  }
  const [top, bottom] = [row(north), row(south)]
  const spans =
    west <= east || column(east) >= column(west)
      ? [west <= east ? ([column(west), column(east)] as const) : ([0, size - 1] as const)]
      : [[column(west), size - 1] as const, [0, column(east)] as const]
  const columns = spans.reduce((total, [from, to]) => total + to - from + 1, 0)
  return {
    count: columns * (bottom - top + 1),
    *tiles() {
      for (const [from, to] of spans)
        for (let x = from; x <= to; x++) for (let y = top; y <= bottom; y++) yield [x, y]
    },
    has: (x, y) => y >= top && y <= bottom && spans.some(([from, to]) => x >= from && x <= to),
  }
}
