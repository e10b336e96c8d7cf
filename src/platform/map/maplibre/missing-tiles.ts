// Tiles of the ground that did not come, and sources that did not open: asked for again, each as the library wants it.
import { type Map as LibraryMap, VectorTileSource } from 'maplibre-gl'
import * as z from 'zod/mini'

const failure = z.object({
  sourceId: z.string(),
  tile: z.optional(
    z.object({ tileID: z.object({ canonical: z.object({ z: z.int(), x: z.int(), y: z.int() }) }) }),
  ),
})
type Tile = { z: number; x: number; y: number }

export interface MissingTiles {
  /** Notes what an error of the library tells of one of the sources; answers which one, undefined: none of them. */
  note(error: object): string | undefined
  /** Asks again for what is missing; `all`: for all that is in sight, for what was drawn without network may be a makeshift. */
  askAgain(id: string, all: boolean): void
  forget(): void
}

export function createMissingTiles(map: LibraryMap, ids: readonly string[]): MissingTiles {
  const missing = new Map<string, Tile[]>()
  const unopened = new Set<string>()
  const inSight = (id: string): Tile[] => {
    const { tileSize = 512, minzoom, maxzoom, type } = map.getSource(id) ?? {}
    if (minzoom === undefined || maxzoom === undefined) return []
    const vector = type === 'vector'
    const options = { tileSize, minzoom, maxzoom, roundZoom: !vector, reparseOverscaled: vector }
    return map.coveringTiles(options).map(({ canonical }) => canonical)
  }
  return {
    note: error => {
      const { sourceId, tile } = failure.safeParse(error).data ?? {}
      if (sourceId === undefined || !ids.includes(sourceId)) return undefined
      if (tile) missing.set(sourceId, [...(missing.get(sourceId) ?? []), tile.tileID.canonical])
      else unopened.add(sourceId)
      return sourceId
    },
    askAgain: (id, all) => {
      const source = map.getSource(id)
      const tiles = missing.get(id) ?? []
      missing.delete(id)
      if (unopened.delete(id)) {
        if (source instanceof VectorTileSource && source.url) source.setUrl(source.url)
        // By name: asked for all at once, the library waits for ever for those that failed.
      } else if (source) map.refreshTiles(id, all ? [...tiles, ...inSight(id)] : tiles)
    },
    forget: () => {
      missing.clear()
      unopened.clear()
    },
  }
}
