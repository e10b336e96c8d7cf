// From the columns and their layout to the columns as drawn: order, pinned sides, widths.
import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type CSSProperties, useMemo } from 'react'
import { type Column, type ColumnLayout, columnId, DEFAULT_COLUMN_WIDTH } from './columns.ts'
import type { PlacedColumn } from './table-row.tsx'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
})

/** Selection boxes need no more than a finger's width. */
const CHOOSE_WIDTH = 48

const isChoice = <Row>(column: Column<Row>): boolean => column.type === 'select' || column.type === 'radio'

const widthOf = <Row>(column: Column<Row>): number =>
  column.width ?? (isChoice(column) ? CHOOSE_WIDTH : DEFAULT_COLUMN_WIDTH)

const isEnd = <Row>(column: Column<Row>): boolean =>
  (column.align ?? (column.type === 'number' ? 'end' : 'start')) === 'end'

interface NoRow {
  none: undefined
}
const noRows: NoRow[] = []

export interface Placement<Row> {
  columns: PlacedColumn<Row>[]
  /** Grid tracks of every row, and the least width they need. */
  style: CSSProperties
}

/** Fixed columns may take this share of the table; past it they leave nothing to scroll. */
const MOST_FIXED = 0.6

type Side = 'left' | 'right'

/** The sides whose columns stay fixed in a table so wide: both, the left alone, or none. */
export function fixedSides<Row>(columns: readonly Column<Row>[], width: number): readonly Side[] {
  const sum = (sides: readonly (Side | undefined)[]) =>
    columns.filter(column => sides.includes(column.fixed)).reduce((all, column) => all + widthOf(column), 0)
  if (width === 0 || sum(['left', 'right']) <= width * MOST_FIXED) return BOTH_SIDES
  return sum(['left']) <= width * MOST_FIXED ? LEFT_SIDE : NO_SIDE
}

const BOTH_SIDES: readonly Side[] = ['left', 'right']
const LEFT_SIDE: readonly Side[] = ['left']
const NO_SIDE: readonly Side[] = []

/** The columns to draw, in order, with their pinned offsets, in a table `width` pixels wide. */
export function usePlacedColumns<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout | undefined,
  width: number,
): Placement<Row> {
  const defs = useMemo<ColumnDef<typeof features, NoRow>[]>(
    () => columns.map(column => ({ id: columnId(column), header: column.title, size: widthOf(column) })),
    [columns],
  )
  const sides = fixedSides(columns, width)
  const state = useMemo(() => stateOf(columns, layout, sides), [columns, layout, sides])
  const table = useTable({ features, columns: defs, data: noRows, state })
  // The plain list of leaf columns follows the chosen order and forgets the sides; the three parts do not.
  const start = table.getStartVisibleLeafColumns()
  const center = table.getCenterVisibleLeafColumns()
  const end = table.getEndVisibleLeafColumns()
  return useMemo(() => {
    const shown = [...start, ...center, ...end]
    const byId = new Map(columns.map(column => [columnId(column), column]))
    const placed = shown.flatMap((each, at): PlacedColumn<Row>[] => {
      const column = byId.get(each.id)
      if (!column) return []
      const pinned = each.getIsPinned()
      const side = pinned === 'start' ? 'insetInlineStart' : 'insetInlineEnd'
      const offset = pinned === 'start' ? each.getStart('start') : pinned ? each.getAfter('end') : 0
      const neighbour = shown[pinned === 'start' ? at + 1 : at - 1]?.getIsPinned() ?? false
      return [
        {
          id: each.id,
          column,
          pinned,
          edge: pinned !== false && neighbour !== pinned,
          style: pinned ? { [side]: offset } : undefined,
          end: isEnd(column),
        },
      ]
    })
    const tracks = placed.map(({ column, pinned }) =>
      pinned || isChoice(column)
        ? `${widthOf(column)}px`
        : `minmax(${widthOf(column)}px, ${widthOf(column)}fr)`,
    )
    const least = placed.reduce((sum, { column }) => sum + widthOf(column), 0)
    return {
      columns: placed,
      style: { '--gh-tracks': tracks.join(' '), '--gh-least': `${least}px` },
    }
  }, [columns, start, center, end])
}

function stateOf<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout | undefined,
  sides: readonly Side[],
) {
  const pinnedTo = (side: Side) =>
    sides.includes(side) ? columns.filter(column => column.fixed === side).map(columnId) : []
  const required = new Set(columns.filter(column => column.required || isChoice(column)).map(columnId))
  const choices = columns.filter(column => isChoice(column) && !column.fixed).map(columnId)
  return {
    columnOrder: [...(layout?.order ?? [])],
    columnVisibility: Object.fromEntries((layout?.hidden ?? []).map(id => [id, required.has(id)])),
    columnPinning: { start: [...choices, ...pinnedTo('left')], end: pinnedTo('right') },
  }
}
