// A board as people and walls see it: its tiles in their places, each with its own answer.
import { Trans, useLingui } from '@lingui/react/macro'
import { useViewportSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { MeasuredTiles } from '../../contract/endpoints/board.ts'
import { inOrder, rowsUsed } from '../../domain/board/grid.ts'
import type { BoardTile } from '../../domain/board/tiles.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { List } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Empty, ErrorState } from '../../ui/states.tsx'
import { BoardTileView } from './board-tile.tsx'
import css from './boards.module.css'
import { type BoardRow, useSnapshot, useTicking } from './use-board.ts'

export interface BoardFaceProps {
  board: Pick<BoardRow, 'id' | 'version' | 'name' | 'tiles'>
  /** It fills the screen of a wall: nothing on it can be pressed. */
  onWall: boolean
}

export function BoardFace({ board, onWall }: BoardFaceProps) {
  const { i18n } = useLingui()
  const snapshot = useSnapshot(board)
  if (board.tiles.length === 0)
    return (
      <Empty
        icon="grid"
        title={<Trans>This board has no tiles yet</Trans>}
        why={<Trans>Who keeps boards can put some on it.</Trans>}
      />
    )
  if (!snapshot.data && snapshot.isError)
    return (
      <ErrorState
        what={i18n._(wordsForError(snapshot.error))}
        onRetry={() => void snapshot.refetch()}
        retrying={snapshot.isFetching}
      />
    )
  return <BoardGrid name={board.name} tiles={board.tiles} measured={snapshot.data} onWall={onWall} />
}

/** A wall of so many pixels shows texts as large as a desk does. */
const WALL_WIDTH = 1280

interface BoardGridProps {
  name: string
  tiles: readonly BoardTile[]
  measured: MeasuredTiles | undefined
  onWall: boolean
}

/** On a phone the tiles stand one below the other, in reading order. */
export function BoardGrid({ name, tiles, measured, onWall }: BoardGridProps) {
  const now = useTicking()
  const phone = useScreen() === 'phone' && !onWall
  const { width } = useViewportSize()
  const answers = new Map(measured?.tiles.map(each => [each.key, each]))
  return (
    <List
      className={phone ? css.phone : onWall ? css.wall : css.grid}
      style={
        onWall
          ? {
              gridTemplateRows: `repeat(${rowsUsed(tiles)}, minmax(0, 1fr))`,
              // It is read from three metres, on any screen.
              zoom: Math.max(1, width / WALL_WIDTH),
            }
          : undefined
      }
      aria-label={name}
    >
      {inOrder(tiles).map(tile => (
        <Placed key={tile.key} tile={tile} phone={phone}>
          <BoardTileView
            tile={tile}
            measured={answers.get(tile.key)}
            moments={measured?.moments}
            now={now}
            broken={false}
            pressable={!onWall}
          />
        </Placed>
      ))}
    </List>
  )
}

function Placed({ tile, phone, children }: { tile: BoardTile; phone: boolean; children: ReactNode }) {
  return (
    <li data-tile={tile.kind} className={css.place} style={phone ? undefined : areaOf(tile)}>
      {children}
    </li>
  )
}

/** Where a tile stands in the grid. */
export const areaOf = ({ place: { x, y, w, h } }: BoardTile) => ({
  gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}`,
})
