// What a column of the data table is: typed by the row, so that an unknown field does not compile.
import type { ReactNode } from 'react'
import type { IconName } from '../icons.tsx'
import type { BadgeTone } from '../severity-badge.tsx'
import type { MarkShape } from '../state-mark.tsx'
import type { Tone } from '../theme.ts'
import type { VisibilityRule } from './action-visibility.ts'

/** Width of a column that names none (real-time specification, section 9). */
export const DEFAULT_COLUMN_WIDTH = 100
/** Height of the header (real-time specification, section 9). */
export const HEADER_HEIGHT = 60

/** A code of a `check` column in words, with its shape or tone. */
export interface CodeWord {
  label: ReactNode
  shape?: MarkShape
  tone?: BadgeTone
}

/** A button in a `but` column. */
export interface ActionButton<Row> {
  title: string
  color?: Tone
  function: (row: Row) => void
  /** Shown only where the rule holds for the row. */
  filter?: VisibilityRule<Row> | ((row: Row) => boolean)
  /** Never shown, whatever the row. */
  ishide?: boolean
}

interface ColumnBase {
  title: string
  width?: number
  /** Stays in place while the others scroll; in right-to-left text the sides change places. */
  fixed?: 'left' | 'right'
  align?: 'start' | 'end'
  /** In the secondary ink: what helps, beside what matters. */
  quiet?: boolean
  sortable?: boolean
  /** Always shown; the column chooser does not offer to hide it. */
  required?: boolean
}

interface FieldBase<Row, Key extends keyof Row & string> extends ColumnBase {
  name: Key
  /** Distinguishes two columns of one field. */
  id?: string
}

type FieldKind<Row, Value> =
  | { type?: 'number' | 'date' | 'splitTime' | 'code'; render?: undefined }
  | { type?: undefined; render: (value: Value, row: Row) => ReactNode }
  | { type: 'deviceName'; icon?: (row: Row) => IconName }
  | { type: 'img' }
  | { type: 'addimg'; onAdd: (row: Row) => void }
  | { type: 'check' | 'check1' | 'check2' | 'check3' | 'check4' | 'check5'; words: Record<string, CodeWord> }
  | { type: 'click'; onClick: (row: Row) => void }

/** A column that shows one field of the row. */
export type FieldColumn<Row> = {
  [Key in keyof Row & string]: FieldBase<Row, Key> & FieldKind<Row, Row[Key]>
}[keyof Row & string]

/** A column of its own: the selection boxes, one choice, or the action buttons. */
export type OwnColumn<Row> =
  | (Omit<ColumnBase, 'sortable'> & { id: string; type: 'select' | 'radio' })
  | (Omit<ColumnBase, 'sortable'> & { id: string; type: 'but'; data: readonly ActionButton<Row>[] })

export type Column<Row> = FieldColumn<Row> | OwnColumn<Row>

/** The id of a column, as order, visibility and sort name it. */
export const columnId = <Row>(column: Column<Row>): string =>
  'name' in column ? (column.id ?? column.name) : column.id

/** Order and hidden columns, kept by the caller between visits. */
export interface ColumnLayout {
  order: readonly string[]
  hidden: readonly string[]
}

export interface Sort {
  id: string
  direction: 'asc' | 'desc'
}

/** The next sort after a click on a header: ascending, descending, none. */
export const nextSort = (current: Sort | undefined, id: string): Sort | undefined => {
  if (current?.id !== id) return { id, direction: 'asc' }
  return current.direction === 'asc' ? { id, direction: 'desc' } : undefined
}
