// One row of the data table; redrawn only when its own data, selection or place changes.
import { type CSSProperties, useMemo } from 'react'
import { look } from '../kit/look.ts'
import { type CellWords, cellContent } from './cell.tsx'
import type { Column } from './columns.ts'
import css from './data-table.module.css'

/** A column that is shown, with where it is pinned and its offset from that side. */
export interface PlacedColumn<Row> {
  id: string
  column: Column<Row>
  pinned: false | 'start' | 'end'
  /** The last pinned on its side draws the edge. */
  edge: boolean
  style: CSSProperties | undefined
  end: boolean
}

export interface TableRowProps<Row> {
  row: Row
  index: number
  ariaIndex: number
  top: number
  height: number
  columns: readonly PlacedColumn<Row>[]
  selected: boolean
  selectable: boolean
  active: boolean
  tabbable: boolean
  tone: 'critical' | undefined
  group: string
  words: CellWords
}

/** A row whose elements are kept while nothing it shows has changed. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, ariaIndex, top, height, columns, selected, selectable, active, tabbable, tone } = props
  const { group, words } = props
  return useMemo(
    () => (
      <div
        role="row"
        aria-rowindex={ariaIndex}
        aria-selected={selectable ? selected : undefined}
        aria-current={active ? true : undefined}
        tabIndex={tabbable ? 0 : -1}
        data-row={index}
        className={rowClass(selected, active, tone)}
        style={{ blockSize: height, transform: `translateY(${top}px)` }}
      >
        {columns.map((placed, at) => (
          <div
            key={placed.id}
            role="gridcell"
            aria-colindex={at + 1}
            tabIndex={-1}
            className={cellClass(placed)}
            style={placed.style}
          >
            {cellContent(placed.column, { row, selected, group, words })}
          </div>
        ))}
      </div>
    ),
    [row, index, ariaIndex, top, height, columns, selected, selectable, active, tabbable, tone, group, words],
  )
}

const rowClass = (selected: boolean, active: boolean, tone: 'critical' | undefined): string =>
  [
    look({ stack: true, edgeBelow: true, tone: 'ink' }, css.row),
    selected && css.selected,
    active && css.active,
    tone && css.critical,
  ]
    .filter(Boolean)
    .join(' ')

// Built for every visible cell on every scroll step: the few possible names are looked up, not joined.
const names = new Map<string, string>()

export function cellClass<Row>({ column, pinned, edge, end }: PlacedColumn<Row>): string {
  const kind = 'name' in column ? 'field' : column.type
  const key = `${kind} ${pinned} ${edge} ${end} ${column.quiet ?? false}`
  const known = names.get(key)
  if (known) return known
  const made = [
    look({ content: 'center', shrink: true, clip: true, ringInside: true }, css.cell),
    pinned && css.pinned,
    edge && (pinned === 'start' ? css.edgeStart : css.edgeEnd),
    end && css.end,
    column.quiet && look({ tone: 'ink-2' }),
    kind === 'but' && look({ align: 'center', gap: 'half' }, css.actions),
    (kind === 'select' || kind === 'radio') && css.choose,
  ]
    .filter(Boolean)
    .join(' ')
  names.set(key, made)
  return made
}
