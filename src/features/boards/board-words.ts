// What kinds of tiles are called, and how they look in menus.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BoardTile, TileKind } from '../../domain/board/tiles.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { BoardParts } from './board-parts.ts'

export const kindWords: Readonly<Record<TileKind, MessageDescriptor>> = {
  figure: msg({ context: 'tile', message: 'Figure' }),
  count: msg({ context: 'tile', message: 'Count of a list' }),
  list: msg({ context: 'tile', message: 'List' }),
  chart: msg({ context: 'tile', message: 'Chart' }),
  map: msg({ context: 'tile', message: 'Map' }),
  plan: msg({ context: 'tile', message: 'Floor plan' }),
  video: msg({ context: 'tile', message: 'Live video' }),
  clock: msg({ context: 'tile', message: 'Clock' }),
  announcement: msg({ context: 'tile', message: 'Newest announcement' }),
}

export const kindIcons: Readonly<Record<TileKind, IconName>> = {
  figure: 'grid',
  count: 'search',
  list: 'list',
  chart: 'report',
  map: 'map',
  plan: 'building',
  video: 'camera',
  clock: 'clock',
  announcement: 'bell',
}

/** What a tile is called: by its own title, else by what it shows. */
export function titleOf(tile: BoardTile, { figures, lists }: BoardParts, i18n: I18n): string {
  if (tile.title) return tile.title
  if (tile.kind === 'figure') return i18n._(figures[tile.figure])
  if (tile.kind === 'count' || tile.kind === 'list' || tile.kind === 'chart') {
    const list = lists.find(({ key }) => key === tile.entity)
    return list ? i18n._(list.name) : tile.entity
  }
  return i18n._(kindWords[tile.kind])
}
