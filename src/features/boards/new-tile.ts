// A tile as it is added: something that everybody knows, in the first place where it has room.
import { freePlace, type Place } from '../../domain/board/grid.ts'
import { type BoardTile, MOST_TILES, mostOfKind, sizeOf, type TileKind } from '../../domain/board/tiles.ts'
import { newKey } from '../../platform/http.ts'

const listed = { entity: 'alarm', filters: {} }

function made(kind: TileKind, place: Place): BoardTile {
  const common = { key: newKey(), place }
  switch (kind) {
    case 'figure':
      return { kind, ...common, figure: 'openAlarms' }
    case 'count':
      return { kind, ...common, ...listed }
    case 'list':
      return { kind, ...common, ...listed, rows: 5 }
    case 'chart':
      return { kind, ...common, ...listed, series: { by: 'words', field: 'severity' } }
    case 'plan':
      return { kind, ...common, drawingId: null }
    case 'video':
      return { kind, ...common, cameraId: null }
    case 'map':
    case 'clock':
    case 'announcement':
      return { kind, ...common }
  }
}

/** Why no further tile of a kind can be added; undefined: one can. */
export function fullFor(tiles: readonly BoardTile[], kind: TileKind): 'board' | 'kind' | undefined {
  if (tiles.length >= MOST_TILES) return 'board'
  return tiles.filter(each => each.kind === kind).length >= (mostOfKind[kind] ?? MOST_TILES)
    ? 'kind'
    : undefined
}

/** Undefined where the grid has no room for it. */
export function newTile(tiles: readonly BoardTile[], kind: TileKind): BoardTile | undefined {
  const place = freePlace(
    tiles.map(each => each.place),
    sizeOf[kind],
  )
  return place && made(kind, place)
}
