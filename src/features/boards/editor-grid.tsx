// The grid of an editor: each tile can be moved and resized by pointer and by keys; others make room as it goes.
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import type { MeasuredTiles } from '../../contract/endpoints/board.ts'
import { GRID, inOrder } from '../../domain/board/grid.ts'
import type { BoardTile } from '../../domain/board/tiles.ts'
import { look } from '../../ui/kit/look.ts'
import { List, Stack, Text } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { areaOf } from './board-face.tsx'
import { useBoardParts } from './board-parts.ts'
import { BoardTileView } from './board-tile.tsx'
import { titleOf } from './board-words.ts'
import css from './boards.module.css'
import type { Arranging, Shift } from './use-arranging.ts'
import { useTicking } from './use-board.ts'

interface EditorGridProps {
  arranging: Arranging
  measured: MeasuredTiles | undefined
  broken: boolean
  chosen: string | undefined
  onChoose: (key: string) => void
  onRemoved: () => void
}

/** A tile under the pointer: where it was taken, and where all would stand if it were let go of now. */
interface Drag {
  key: string
  how: Shift['how']
  from: { x: number; y: number }
  shift: Shift
  tiles: readonly BoardTile[]
}

const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const isMirrored = (element: Element) => getComputedStyle(element).direction === 'rtl'

export function EditorGrid({ arranging, measured, broken, chosen, onChoose, onRemoved }: EditorGridProps) {
  const { i18n, t } = useLingui()
  const parts = useBoardParts()
  const now = useTicking()
  const help = useId()
  const grid = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const answers = new Map(measured?.tiles.map(each => [each.key, each]))
  const tiles = drag?.tiles ?? arranging.tiles
  // Where tiles stand one below the other there is nothing to drag them over: their place is typed.
  const phone = useScreen() === 'phone'

  const onKey = (event: KeyboardEvent, key: string) => {
    if (event.key === 'Escape' && drag) return setDrag(undefined)
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      arranging.remove(key)
      return onRemoved()
    }
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    const [columns, rows] = arrow
    arranging.shift(key, {
      how: event.shiftKey ? 'resize' : 'move',
      columns: isMirrored(event.currentTarget) ? -columns || 0 : columns,
      rows,
    })
  }
  const onDown = (event: PointerEvent<HTMLElement>, key: string, how: Shift['how']) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const shift = { how, columns: 0, rows: 0 }
    setDrag({ key, how, from: { x: event.clientX, y: event.clientY }, shift, tiles: arranging.tiles })
  }
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const box = grid.current?.getBoundingClientRect()
    if (!drag || !box) return
    const row = rowHeightOf(grid.current)
    const across = Math.round(((event.clientX - drag.from.x) / box.width) * GRID.columns)
    const columns = isMirrored(event.currentTarget) ? -across || 0 : across
    const rows = Math.round((event.clientY - drag.from.y) / row)
    if (columns === drag.shift.columns && rows === drag.shift.rows) return
    const shift = { how: drag.how, columns, rows }
    const next = arranging.shifted(drag.key, shift)
    // Where there is no room it stays where there was some.
    if (next) setDrag({ ...drag, shift, tiles: next })
  }
  const onUp = () => {
    if (!drag) return
    const { columns, rows } = drag.shift
    if (columns !== 0 || rows !== 0) arranging.shift(drag.key, drag.shift)
    onChoose(drag.key)
    setDrag(undefined)
  }
  return (
    <Stack gap={2}>
      <Text as="p" id={help} size="caption" tone="ink-3">
        {phone ? (
          <Trans>Press a tile to say what it shows and where it stands.</Trans>
        ) : (
          <Trans>
            Arrows move a tile, Shift with an arrow resizes it, Delete removes it. Others make room by
            themselves.
          </Trans>
        )}
      </Text>
      <List ref={grid} className={phone ? css.phone : `${css.grid} ${css.cells}`} aria-label={t`Tiles`}>
        {inOrder(tiles).map(tile => {
          const title = titleOf(tile, parts, i18n)
          const [column, row, wide, high] = [tile.place.x + 1, tile.place.y + 1, tile.place.w, tile.place.h]
          const own = {
            onPointerMove: onMove,
            onPointerUp: onUp,
            onPointerCancel: () => setDrag(undefined),
          }
          return (
            <li
              key={tile.key}
              className={css.place}
              style={phone ? undefined : areaOf(tile)}
              data-tile={tile.kind}
            >
              {/* What is arranged is not worked with. */}
              <div className={look({ tall: true })} inert>
                <BoardTileView
                  tile={tile}
                  measured={answers.get(tile.key)}
                  moments={measured?.moments}
                  now={now}
                  broken={broken}
                  pressable={false}
                />
              </div>
              <button
                type="button"
                className={look(
                  {
                    bare: true,
                    over: true,
                    wide: true,
                    tall: true,
                    round: 'card',
                    outlined: tile.key === chosen,
                  },
                  css.handle,
                )}
                data-handle={tile.key}
                aria-label={t`${title}: column ${column}, row ${row}, ${wide} wide, ${high} high`}
                aria-describedby={help}
                aria-pressed={tile.key === chosen}
                onKeyDown={event => onKey(event, tile.key)}
                onClick={event => (phone || event.detail === 0) && onChoose(tile.key)}
                {...(!phone && { onPointerDown: event => onDown(event, tile.key, 'move'), ...own })}
              />
              {/* By keys a tile is resized from the button itself. */}
              {!phone && (
                <span
                  className={look({ absolute: true, square: 'touch' }, css.corner)}
                  data-corner={tile.key}
                  aria-hidden="true"
                  onPointerDown={event => onDown(event, tile.key, 'resize')}
                  {...own}
                />
              )}
            </li>
          )
        })}
      </List>
    </Stack>
  )
}

/** A row of the grid with the gap below it, in pixels. */
function rowHeightOf(grid: HTMLElement | null): number {
  const style = grid ? getComputedStyle(grid) : undefined
  return Number.parseFloat(style?.gridAutoRows ?? '') + Number.parseFloat(style?.rowGap ?? '')
}
