// The console's table: fixed columns, typed cells, selection and keyboard, drawn only where one looks.
import { useLingui } from '@lingui/react/macro'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { look } from '../kit/look.ts'
import { Box } from '../kit/parts.tsx'
import { useIntlLocale } from '../locale.ts'
import { useCoarsePointer } from '../pointer.ts'
import type { CellWords } from './cell.tsx'
import { type Column, type ColumnLayout, HEADER_HEIGHT, type Sort } from './columns.ts'
import css from './data-table.module.css'
import { HeaderRow } from './header-row.tsx'
import { usePlacedColumns } from './placed-columns.ts'
import { rowCommand } from './row-keys.ts'
import { TableRow } from './table-row.tsx'

export interface DataTableProps<Row> {
  /** What the table lists, said aloud. */
  label: string
  /** Keep the array stable between renders: it is the identity of all cells. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  selection?: ReadonlySet<string>
  onSelection?: (selection: ReadonlySet<string>) => void
  layout?: ColumnLayout | undefined
  /** The row shown in the peek panel. */
  activeKey?: string | undefined
  onOpen?: (row: Row) => void
  /** The focus moved to a row by key; with a panel open it follows. */
  onMove?: (row: Row) => void
  onClose?: () => void
  rowTone?: (row: Row) => 'critical' | undefined
  /** All rows there are, and how many lie before the first shown, when the list is paged. */
  total?: number
  offset?: number
  /** Instead of rows, when there are none. */
  empty?: ReactNode
  /** Under the rows, inside the frame: usually the pagination. */
  footer?: ReactNode
  /** As high as its rows up to the room it gets, or all the room. */
  fill?: boolean
}

const ROW_MOUSE = 40
const ROW_TOUCH = 44

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, selection, activeKey, offset = 0 } = props
  const { t } = useLingui()
  const locale = useIntlLocale()
  const group = useId()
  const height = useCoarsePointer() ? ROW_TOUCH : ROW_MOUSE
  const scroller = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const placement = usePlacedColumns(columns, props.layout, useWidth(scroller))
  const words = useMemo<CellWords>(
    () => ({ select: t`Select row`, addPicture: t`Add an image`, locale }),
    [t, locale],
  )

  // Roving focus: one row is in the tab order, and stays drawn however far it is scrolled away: the focus would fall out
  // of the table with it, and the next key nowhere.
  const [focusAt, setFocusAt] = useState(0)
  /** The row that a key has asked for; an effect of a render before that key leaves it alone. */
  const wanted = useRef<number>(undefined)
  const tabbable = Math.min(focusAt, Math.max(0, rows.length - 1))

  const drawn = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range)
      if (tabbable >= range.count || inSight.includes(tabbable)) return inSight
      return [...inSight, tabbable].sort((one, other) => one - other)
    },
    [tabbable],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    rangeExtractor: drawn,
    estimateSize: () => height,
    overscan: 8,
    scrollPaddingStart: HEADER_HEIGHT,
    paddingStart: 0,
    scrollMargin: HEADER_HEIGHT,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new row height invalidates the measures
  useEffect(() => virtual.measure(), [height])

  // Another page is read from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new page starts over
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
    setFocusAt(0)
  }, [offset])

  useEffect(() => {
    if (wanted.current !== tabbable) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${tabbable}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  })

  const moveTo = useCallback(
    (index: number) => {
      wanted.current = index
      setFocusAt(index)
      virtual.scrollToIndex(index, { align: 'auto' })
      const row = latest.current.rows[index]
      if (row !== undefined) latest.current.onMove?.(row)
    },
    [virtual],
  )

  const toggle = useCallback((row: Row) => {
    const { selection: chosen, onSelection, rowKey: keyOf, columns: all } = latest.current
    if (!chosen || !onSelection) return
    const key = keyOf(row)
    if (all.some(column => column.type === 'radio')) return onSelection(new Set([key]))
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onSelection(next)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const place = rowAt(event.target)
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const inControl = event.target instanceof HTMLElement && event.target.closest('[data-stop]') !== null
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') return stepInside(event, scroller.current)
    if (inControl && (event.key === 'Enter' || event.key === ' ')) return
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2
    const command = rowCommand(event.key, place, rows.length, Math.max(1, page))
    if (!command) return
    const row = rows[place]
    if ('move' in command) {
      event.preventDefault()
      moveTo(command.move)
    } else if (row !== undefined) {
      if (command.act === 'close') return props.onClose?.()
      event.preventDefault()
      if (command.act === 'open') props.onOpen?.(row)
      else toggle(row)
    }
  }

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const place = rowAt(event.target)
    const row = place === undefined ? undefined : rows[place]
    if (place === undefined || row === undefined || !(event.target instanceof Element)) return
    setFocusAt(place)
    if (event.target.closest('[data-stop], a')) return
    if (event.target.closest('[data-toggle], [data-choose]')) return toggle(row)
    // Text that somebody is marking to copy must not open the row.
    if (!getSelection()?.isCollapsed) return
    props.onOpen?.(row)
  }

  const items = virtual.getVirtualItems()
  return (
    <div
      className={
        props.fill
          ? `${look({ column: true, shrink: true, shrinkDown: true, ground: 'surface', edge: 'line', round: 'card', hidden: true }, css.frame)} ${css.fill}`
          : look(
              {
                column: true,
                shrink: true,
                shrinkDown: true,
                ground: 'surface',
                edge: 'line',
                round: 'card',
                hidden: true,
              },
              css.frame,
            )
      }
    >
      <Box
        ref={scroller}
        role="grid"
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-colcount={placement.columns.length}
        aria-multiselectable={selection ? true : undefined}
        shrinkDown
        relative
        scroll="both"
        flex="0 1 auto"
        mah="100dvh"
        ringInside
        className={css.scroller}
        style={placement.style}
        onKeyDown={onKeyDown}
        onClick={onClick}
        tabIndex={-1}
      >
        <HeaderRow
          columns={placement.columns}
          rows={rows}
          rowKey={rowKey}
          sort={props.sort}
          onSort={props.onSort}
          selection={selection}
          onSelection={props.onSelection}
        />
        {rows.length > 0 ? (
          <Box role="rowgroup" miw="var(--gh-least)" relative style={{ blockSize: virtual.getTotalSize() }}>
            {items.map(item => {
              const row = rows[item.index]
              if (row === undefined) return null
              const key = rowKey(row)
              return (
                <TableRow
                  key={key}
                  row={row}
                  index={item.index}
                  ariaIndex={offset + item.index + 2}
                  top={item.start - HEADER_HEIGHT}
                  height={height}
                  columns={placement.columns}
                  selected={selection?.has(key) ?? false}
                  selectable={selection !== undefined}
                  active={key === activeKey}
                  tabbable={item.index === tabbable}
                  tone={props.rowTone?.(row)}
                  group={group}
                  words={words}
                />
              )
            })}
          </Box>
        ) : (
          props.empty !== undefined && (
            <Box role="row" insetX="0 auto" className={css.empty} tabIndex={-1}>
              <div role="gridcell" tabIndex={-1}>
                {props.empty}
              </div>
            </Box>
          )
        )}
      </Box>
      {props.footer !== undefined && (
        <Box rigid relative edgeAbove z={4} className={css.footer}>
          {props.footer}
        </Box>
      )}
    </div>
  )
}

// The table's own width, in steps: it decides only which columns can stay fixed.
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() => setWidth(Math.round(watched.clientWidth / 20) * 20))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return width
}

function rowAt(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row ? Number(row.dataset.row) : undefined
}

// Left and right walk the row's own controls; from the first one back to the row.
function stepInside(event: KeyboardEvent<HTMLElement>, table: HTMLElement | null): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
  if (!row || !table) return
  const forward = (event.key === 'ArrowRight') === (getComputedStyle(table).direction === 'ltr')
  const stops = [...row.querySelectorAll<HTMLElement>('[data-toggle], [data-stop], a[href]')]
  const at = stops.findIndex(stop => stop.contains(document.activeElement))
  const next = stops[at + (forward ? 1 : -1)] ?? (at === 0 && !forward ? row : undefined)
  if (!next) return
  event.preventDefault()
  next.focus()
}
