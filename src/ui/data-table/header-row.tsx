// The head of the data table: titles, sort buttons and the box that selects all.
import { useLingui } from '@lingui/react/macro'
import { Icon } from '../icons.tsx'
import { look } from '../kit/look.ts'
import { Box, Stack } from '../kit/parts.tsx'
import { nextSort, type Sort } from './columns.ts'
import css from './data-table.module.css'
import { cellClass, type PlacedColumn } from './table-row.tsx'

export interface HeaderRowProps<Row> {
  columns: readonly PlacedColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
  selection: ReadonlySet<string> | undefined
  onSelection: ((selection: ReadonlySet<string>) => void) | undefined
}

export function HeaderRow<Row>(props: HeaderRowProps<Row>) {
  const { columns, sort, onSort } = props
  return (
    <Box role="rowgroup" insetY="0 auto" z={3} miw="var(--gh-least)" className={css.head}>
      <Stack
        role="row"
        aria-rowindex={1}
        ground="sunken"
        edgeBelow
        size="caption"
        medium
        tone="ink-2"
        cols="var(--gh-tracks)"
        h={60}
        tabIndex={-1}
      >
        {columns.map((placed, at) => {
          const { column, id } = placed
          const sorted = sort?.id === id ? sort.direction : undefined
          const sortable = 'name' in column && column.sortable === true && onSort !== undefined
          return (
            <div
              key={id}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={sortable ? (sorted === undefined ? 'none' : ARIA_SORT[sorted]) : undefined}
              className={cellClass(placed)}
              style={placed.style}
              tabIndex={-1}
            >
              {column.type === 'select' ? (
                <SelectAll {...props} />
              ) : column.type === 'radio' ? (
                <span className="gh-hidden">{column.title}</span>
              ) : sortable ? (
                <button
                  type="button"
                  className={look(
                    {
                      bare: true,
                      inline: true,
                      gap: 1,
                      fits: true,
                      atLeast: 'finger',
                      padX: 2,
                      padY: 0,
                      round: 'control',
                      tone: 'same',
                      pointer: true,
                    },
                    css.sort,
                  )}
                  onClick={() => onSort(nextSort(sort, id))}
                >
                  <span>{column.title}</span>
                  <Icon name={sorted === 'asc' ? 'up' : sorted === 'desc' ? 'down' : 'sort'} size={14} />
                </button>
              ) : (
                <span title={column.title}>{column.title}</span>
              )}
            </div>
          )
        })}
      </Stack>
    </Box>
  )
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

function SelectAll<Row>({ rows, rowKey, selection, onSelection }: HeaderRowProps<Row>) {
  const { t } = useLingui()
  const keys = rows.map(rowKey)
  const chosen = selection ? keys.filter(key => selection.has(key)).length : 0
  const all = keys.length > 0 && chosen === keys.length
  const change = () => {
    if (!selection || !onSelection) return
    const next = new Set(selection)
    for (const key of keys) all ? next.delete(key) : next.add(key)
    onSelection(next)
  }
  return (
    <input
      type="checkbox"
      className={look({ square: 4, block: true, pointer: true, accented: true }, css.box)}
      aria-label={t`Select all rows`}
      checked={all}
      disabled={!selection || keys.length === 0}
      ref={box => {
        if (box) box.indeterminate = chosen > 0 && !all
      }}
      onChange={change}
    />
  )
}
