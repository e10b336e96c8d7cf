// Arranging tiles: by keys and by pointer, with undo and redo, and what a screen reader is told of each step.
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { moved, type Place, put, resized } from '../../domain/board/grid.ts'
import { begin, type History, redo, step, undo } from '../../domain/board/history.ts'
import type { BoardTile, TileKind } from '../../domain/board/tiles.ts'
import { useBoardParts } from './board-parts.ts'
import { titleOf } from './board-words.ts'
import { newTile } from './new-tile.ts'

/** By columns and rows. */
export interface Shift {
  how: 'move' | 'resize'
  columns: number
  rows: number
}

export function useArranging(first: readonly BoardTile[]) {
  const { i18n, t } = useLingui()
  const parts = useBoardParts()
  const [history, setHistory] = useState<History<readonly BoardTile[]>>(() => begin(first))
  const [said, say] = useState('')
  const tiles = history.present
  const find = (key: string) => tiles.find(each => each.key === key)
  const take = (next: readonly BoardTile[]) => setHistory(before => step(before, next))
  /** Where the tiles would stand after a shift; undefined: there is no room. */
  const shifted = (key: string, { how, columns, rows }: Shift): BoardTile[] | undefined => {
    const tile = find(key)
    return tile && put(tiles, key, (how === 'move' ? moved : resized)(tile.place, columns, rows))
  }
  const tellPlace = (tile: BoardTile | undefined, how: Shift['how']) => {
    if (!tile) return
    const [column, row, wide, high] = [tile.place.x + 1, tile.place.y + 1, tile.place.w, tile.place.h]
    say(
      how === 'move' ? t`Moved to column ${column}, row ${row}` : t`${wide} columns wide, ${high} rows high`,
    )
  }
  return {
    tiles,
    said,
    say,
    take,
    find,
    shifted,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    shift(key: string, shift: Shift) {
      const next = shifted(key, shift)
      if (!next) return say(t`There is no room there`)
      take(next)
      tellPlace(
        next.find(each => each.key === key),
        shift.how,
      )
    },
    /** To a place that was typed. */
    place(key: string, place: Place) {
      const next = put(tiles, key, place)
      if (!next) return say(t`There is no room there`)
      take(next)
      say(t`The other tiles have moved aside`)
    },
    change: (tile: BoardTile) => take(tiles.map(each => (each.key === tile.key ? tile : each))),
    add(kind: TileKind): BoardTile | undefined {
      const tile = newTile(tiles, kind)
      if (!tile) {
        say(t`There is no room for a further tile. Make others smaller, or remove some.`)
        return undefined
      }
      take([...tiles, tile])
      const title = titleOf(tile, parts, i18n)
      say(t`Added: ${title}`)
      return tile
    },
    remove(key: string) {
      const tile = find(key)
      if (!tile) return
      take(tiles.filter(each => each.key !== key))
      const title = titleOf(tile, parts, i18n)
      say(t`Removed: ${title}`)
    },
    undo() {
      setHistory(undo)
      say(t`Undone`)
    },
    redo() {
      setHistory(redo)
      say(t`Done again`)
    },
  }
}

export type Arranging = ReturnType<typeof useArranging>
