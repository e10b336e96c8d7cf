// The view half of an entity: words and looks, typed by its data half so that an unknown field does not compile.
import type { I18n, MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import type { PageQuery } from '../contract/entity-endpoints.ts'
import type { CommandDefinition, EntityDefinition, InputOf, RowOf, WriteOf } from '../domain/entity.ts'
import type { IconName } from '../ui/icons.tsx'
import type { BadgeTone } from '../ui/severity-badge.tsx'
import type { MarkShape } from '../ui/state-mark.tsx'

/** A row as the engine sees it, whatever the entity. */
export type Row = RowOf<EntityDefinition>

/** Values of a form while somebody types. */
export type Values = Record<string, unknown>

/** One word of a coded field, for people: its label and, where it is a state or a severity, its shape or tone. */
export interface Word {
  label: MessageDescriptor
  shape?: MarkShape
  tone?: BadgeTone
  icon?: IconName
}

/**
 * How a cell shows its field. Left out: `word` for a field with words, `yesNo` for a boolean, else text.
 * `code` is a number of a thing, whose end tells it apart; so `imei` and `iccid` are shown unless told. `age` runs, and is `never` where there is none; `due` runs, and is nothing there; `date` is YYYY-MM-DD HH:mm:ss; `list` joins an array.
 */
export type CellLook =
  | 'text'
  | 'code'
  | 'name'
  | 'number'
  | 'date'
  | 'splitTime'
  | 'age'
  | 'due'
  | 'word'
  | 'yesNo'
  | 'battery'
  | 'signal'
  | 'img'
  | 'list'

export interface ColumnView<R = Row, F = string> {
  of: F
  label: MessageDescriptor
  /** Pixels; 100 when absent (real-time specification, section 9). */
  width?: number
  fixed?: 'left' | 'right'
  align?: 'start' | 'end'
  type?: CellLook
  /** Icon before the text of a `name` cell. */
  icon?(row: R): IconName
  /** Instead of `type`. Plain elements: a list draws thousands of them. */
  render?(value: F extends keyof R ? R[F] : unknown, row: R): ReactNode
  /**
   * As plain text where the bare value says nothing, such as fen in the second line of a card; undefined for values
   * that speak for themselves. `locale` is of Intl.
   */
  text?(
    value: F extends keyof R ? NonNullable<R[F]> : unknown,
    locale: string,
    row: R,
    i18n: I18n,
  ): string | undefined
  /** Not shown until the person chooses it. */
  hidden?: boolean
  /** Cannot be hidden. */
  required?: boolean
  /** Drawn in the second ink: what is looked up rather than scanned. */
  quiet?: boolean
}

/** What a phone shows instead of the table: two lines a card. Fields are shown as their columns show them. */
export interface ListCardView<R = Row, F = string> {
  icon?(row: R): IconName
  title: F
  /** At the end of the first line. */
  state?: F
  /** Its title does not stand out: what has been read already. */
  quiet?(row: R): boolean
  /** Second line, joined by dots; empty ones are left out. */
  detail?: readonly F[]
  /** At the end of the second line: a moment. */
  age?: F
}

/** What a custom form control gets. */
export interface FieldControl {
  value: unknown
  onChange(value: unknown): void
  /** Changes another field along with this one; absent where the control stands in no form. */
  set?(field: string, value: unknown): void
  error: string | undefined
  disabled: boolean
  label: string
  values: Values
  /** The rows that a command is given to; none in a form. */
  rows: readonly Row[]
}

/** Left out: found from the write schema (enum: select, boolean: switch, reference: remote select, day of the calendar, number, text). */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'password'
  | 'phone'
  | 'digits'
  | 'alphanumeric'
  | 'integer'
  | 'decimal'
  | 'coordinate'
  | 'select'
  | 'switch'
  | 'date'
  | 'reference'
  | 'references'
  | 'image'
  | 'file'
  | 'plan'
  | 'video'

export interface FieldView<V = Values, F = string> {
  of: F
  label: MessageDescriptor
  kind?: FieldKind
  hint?: MessageDescriptor
  /** Shown inside the field. */
  unit?: string
  /** Rendered only while it holds; a hidden field is not sent. `row` is the one that is changed. */
  when?(values: Partial<V>, row: Row | undefined): boolean
  /** Only in the form of a new row, or only when changing one. */
  on?: 'create' | 'change'
  /** Shown but not editable when changing a row. */
  locked?: boolean
  /** Words for a select whose values are no enum of the row. */
  options?: readonly { value: string; label: MessageDescriptor }[]
  /** Entity key of a reference that the entity's `refs` do not name. */
  entity?: string
  /** Row field with the label of the present reference; `refs` name it for the entity's own. */
  labelOf?: string
  /** A reference offers only rows under these filters of its entity. */
  within?: Readonly<Record<string, unknown>>
  /** A control of its own, for what no kind can do. */
  render?(control: FieldControl): ReactNode
}

export interface SectionView<V = Values, F = string> {
  title: MessageDescriptor
  /** Closed until somebody opens it or a field in it is filled or wrong. */
  folded?: boolean
  fields: readonly FieldView<V, F>[]
}

export interface ActionView<R = Row, I = Values, F = string> {
  label: MessageDescriptor
  icon?: IconName
  /** Asked before it happens. */
  confirm?: MessageDescriptor
  /** Fields of the command's input. */
  input?: readonly FieldView<I, F>[]
  initial?: Values
  /** Said afterwards; 'Done' when absent. */
  done?: MessageDescriptor
  critical?: boolean
  /** Shown as a button in the peek panel and in the detail; the others are behind «more». */
  primary?: boolean
  /** False: for single rows only. */
  bulk?: boolean
  /** What the row looks like at once, before the server has answered: only for commands that are safe to foretell. */
  optimistic?(row: R, input: Values): Partial<R>
}

/** Another screen that rows can be taken along to. */
export interface DestinationView<R = Row> {
  label: MessageDescriptor
  icon?: IconName
  permission: string
  /** Why a row cannot be taken along, as of a command. */
  hindrance?: CommandDefinition<R>['hindrance']
  /** Path inside the router; asked for when somebody goes there. */
  to(rows: readonly R[]): string
  /** The same for all that a filter finds; absent: only chosen rows can be taken along. */
  toFound?(query: PageQuery): string
}

/** The rest of a view, the same whatever the entity. */
export interface Slots<R = Row> {
  /** Body of the peek panel under its head. */
  peek?(props: { row: R }): ReactNode
  /** Badges under the name in the peek panel. */
  badges?(props: { row: R }): ReactNode
  /** Buttons of the peek panel before the commands. */
  actions?(props: { row: R }): ReactNode
  detail?(props: { row: R }): ReactNode
  /** In the question before rows are removed or given a critical command: what of theirs stays. */
  leaves?(props: { rows: readonly R[] }): ReactNode
  /** Between title and filter line. */
  listHeader?(props: { total: number | undefined }): ReactNode
  /** Behind the bulk actions, while rows are selected. */
  chosen?(props: {
    rows: readonly R[]
    /** All that the list's filter finds is chosen, not only the rows. */
    found?: PageQuery | undefined
  }): ReactNode
  /** Under the fields of the form. `row` is absent for a new one. */
  formExtra?(props: {
    row: R | undefined
    values: Values
    set(field: string, value: unknown): void
  }): ReactNode
}

export interface EmptyView {
  title: MessageDescriptor
  why?: MessageDescriptor
  icon?: IconName
}

interface Facts<R, F extends string> {
  /** Of the list. */
  title: MessageDescriptor
  /** Of one row: «Device». */
  titleOne: MessageDescriptor
  icon?: IconName
  columns: readonly ColumnView<R, F>[]
  card: ListCardView<R, F>
  /** Field that names a row in titles, questions and results. */
  nameOf?: F
  /** A filter that something else on the page shows and sets, such as tabs: it gets no chip. */
  shownElsewhere?: string
  /** Identifier under the name in the peek panel, with a copy button. */
  identifier?: F
  /** Label of the button that adds a row. */
  add?: MessageDescriptor
  /** Asked before removal. */
  removeQuestion?: MessageDescriptor
  empty?: EmptyView
  /** Page size before the person chooses one. */
  pageSize?: number
  /** What the list is of in any case, whatever is filtered. */
  within?: Partial<PageQuery>
  /** Keeps what was typed in a new-row form until it is saved. */
  draft?: boolean
  rowTone?(row: R): 'critical' | undefined
  /** False for rows that the form only makes and never changes; absent: all may be changed. */
  editable?(row: R): boolean
  /** Where rows can be taken along to, by name. */
  destinations?: Readonly<Record<string, DestinationView<R>>>
  /** Path of the full page of a row inside the router: `/DeviceDtail?id=3`. */
  fullPage?(row: R): string
  slots?: Slots<R>
}

type Field<E extends EntityDefinition> = keyof RowOf<E> & string
/** True for a union of literal words, false for any text. */
type IsWord<V> = [V] extends [string] ? (string extends V ? false : true) : false
type WordField<E extends EntityDefinition> = {
  [F in Field<E>]: IsWord<NonNullable<RowOf<E>[F]>> extends true ? F : never
}[Field<E>]
type FieldOf<V> = { [F in keyof V & string]: FieldView<V, F> }[keyof V & string]

/** What a feature writes about an entity; every name in it is checked against the entity. */
export interface ViewFacts<E extends EntityDefinition>
  extends Omit<Facts<RowOf<E>, Field<E>>, 'columns' | 'slots'> {
  columns: readonly { [F in Field<E>]: ColumnView<RowOf<E>, F> }[Field<E>][]
  /** Words of coded fields, each word exactly once. */
  words?: {
    [F in WordField<E>]?: { [W in NonNullable<RowOf<E>[F]> & string]: Word | MessageDescriptor }
  }
  /** Labels of the offered filters; without one a filter is taken from the URL but not offered. */
  filters?: { [F in keyof E['filters'] & string]?: MessageDescriptor }
  form?: readonly (
    | FieldOf<WriteOf<E>>
    | (Omit<SectionView, 'fields'> & { fields: readonly FieldOf<WriteOf<E>>[] })
  )[]
  /** Values of a new row's form. */
  initial?: Partial<WriteOf<E>>
  actions?: {
    [C in keyof E['commands'] & string]?: Omit<ActionView<RowOf<E>>, 'input'> & {
      input?: readonly FieldOf<InputOf<E['commands'][C]>>[]
    }
  }
  slots?: Slots<RowOf<E>>
}

/** A section of a form; one of loose fields has no title. */
export type Section = Partial<Pick<SectionView, 'title' | 'folded'>> & { fields: readonly FieldView[] }

/** A view as the engine reads it. */
export interface View extends Facts<Row, string> {
  entity: EntityDefinition
  nameOf: string
  words: Record<string, Record<string, Word>>
  filters: Record<string, MessageDescriptor>
  sections: readonly Section[]
  initial: Values
  actions: Record<string, ActionView>
  slots: Slots
}

/**
 * Joins an entity with its words and looks. An unknown column, filter, form field, command or word, or a word
 * without a label, is a compile error; a form for an entity that is never saved throws at start.
 */
export function viewOf<E extends EntityDefinition>(entity: E, facts: ViewFacts<E>): View {
  const { words, form, ...rest } = facts
  if (form && !entity.write) throw new Error(`${entity.key} has a form but nothing may be written`)
  const erased = rest as unknown as Omit<View, 'entity' | 'words' | 'sections'>
  return {
    ...erased,
    entity,
    nameOf: erased.nameOf ?? erased.card.title,
    words: Object.fromEntries(
      Object.entries((words ?? {}) as Record<string, Record<string, Word | MessageDescriptor>>).map(
        ([field, table]) => [field, wordTable(table)],
      ),
    ),
    filters: erased.filters ?? {},
    sections: sectionsOf(form as readonly (FieldView | SectionView)[] | undefined),
    initial: erased.initial ?? {},
    actions: erased.actions ?? {},
    slots: erased.slots ?? {},
  }
}

function wordTable(table: Record<string, Word | MessageDescriptor>): Record<string, Word> {
  return Object.fromEntries(
    Object.entries(table).map(([word, look]) => [word, 'label' in look ? look : { label: look }]),
  )
}

// Fields that stand outside a section form sections without a title, in place.
function sectionsOf(form: readonly (FieldView | SectionView)[] = []): View['sections'] {
  const sections: { title?: MessageDescriptor; folded?: boolean; fields: FieldView[] }[] = []
  let open = false
  for (const part of form) {
    if ('fields' in part) {
      sections.push({ ...part, fields: [...part.fields] })
      open = false
    } else {
      if (!open) sections.push({ fields: [] })
      open = true
      sections.at(-1)?.fields.push(part)
    }
  }
  return sections
}
