// Values of a row for people: in a cell of the table, a line of facts, a card.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { englishFieldOf } from '../domain/entity.ts'
import { SHOWN_ADDRESS } from '../domain/limits.ts'
import { Age } from '../ui/age.tsx'
import { Battery } from '../ui/battery.tsx'
import type { ListCard } from '../ui/data-table/card-list.tsx'
import type { CodeWord, Column } from '../ui/data-table/columns.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Inline } from '../ui/kit/parts.tsx'
import { formatMoment, intlLocale, numberFormat } from '../ui/locale.ts'
import { SeverityBadge } from '../ui/severity-badge.tsx'
import { SignalBars } from '../ui/signal-bars.tsx'
import { StateMark } from '../ui/state-mark.tsx'
import type { CellLook, ColumnView, Row, View, Word } from './view.ts'

const yes = msg`Yes`
const no = msg`No`

/** Pixels of a date with its time to the second, in whatever font there is, and of the room around it. */
const DATE_WIDTH = 176

export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The label of a word of a field, or the word itself where the view has no label for it. */
export function wordText(view: View, field: string, word: unknown, i18n: I18n): string {
  if (typeof word === 'boolean') return i18n._(word ? yes : no)
  const known = view.words[field]?.[String(word)]
  return known ? i18n._(known.label) : String(word ?? '')
}

/** One word with its shape or tone. */
export function WordMark({ word, label }: { word: Word | undefined; label: string }) {
  if (word?.shape) return <StateMark shape={word.shape} label={label} />
  if (word?.tone) {
    return (
      <SeverityBadge tone={word.tone} {...(word.icon && { icon: word.icon })}>
        {label}
      </SeverityBadge>
    )
  }
  if (!word?.icon) return <bdi>{label}</bdi>
  return (
    <Inline gap={2} shrink>
      <Icon name={word.icon} size={16} /> <bdi>{label}</bdi>
    </Inline>
  )
}

/** How a column shows its field when it does not say. */
export function lookOf(view: View, column: ColumnView): CellLook {
  if (column.type) return column.type
  if (view.words[column.of]) return 'word'
  return CODES.has(column.of) ? 'code' : 'text'
}

/** Fields whose values are numbers of devices and cards, in every entity. */
const CODES: ReadonlySet<string> = new Set(['imei', 'iccid'])
/** Such a number stands in a field that has other words, too: what a bill is for. */
const LONG_NUMBER = /^\d{15,20}$/

/** The value of a column as people read it; undefined where there is none. */
export function valueNode(view: View, column: ColumnView, row: Row, i18n: I18n): ReactNode {
  const value = row[column.of]
  if (column.render) return column.render(value, row)
  const look = lookOf(view, column)
  if (isEmptyValue(value)) return look === 'age' ? <Age at={undefined} /> : undefined
  switch (look) {
    case 'word':
      return (
        <WordMark
          word={view.words[column.of]?.[String(value)]}
          label={wordText(view, column.of, value, i18n)}
        />
      )
    case 'age':
    case 'due':
      return <Age at={Number(value)} />
    case 'code':
      return <bdi dir="ltr">{valueText(view, column, row, i18n)}</bdi>
    case 'date':
    case 'splitTime':
      return <bdi dir="ltr">{formatMoment(Number(value))}</bdi>
    case 'number':
      return <bdi>{numberFormat(intlLocale(i18n.locale)).format(Number(value))}</bdi>
    case 'battery':
      return <Battery percent={Number(value)} />
    case 'signal':
      return <SignalBars strength={Number(value)} online={row.state === 'online'} />
    case 'img':
      return <Picture address={String(value)} />
    default:
      return <bdi>{valueText(view, column, row, i18n)}</bdi>
  }
}

/** The value of a column as plain text, for titles, chips and second lines. */
export function valueText(view: View, column: Pick<ColumnView, 'of'>, row: Row, i18n: I18n): string {
  const value = row[column.of]
  if (isEmptyValue(value)) return ''
  const text = view.columns
    .find(each => each.of === column.of)
    ?.text?.(value ?? '', intlLocale(i18n.locale), row, i18n)
  if (text !== undefined) return text
  const english = englishOf(view.entity, column.of, row, i18n.locale)
  if (english !== undefined) return english
  if (Array.isArray(value)) return value.map(each => wordText(view, column.of, each, i18n)).join(', ')
  return wordText(view, column.of, value, i18n)
}

/** The English name of what a field names, for who does not read Chinese; undefined where there is none. */
export function englishOf(
  entity: Pick<View['entity'], 'refs'>,
  field: string,
  row: Readonly<Record<string, unknown>>,
  locale: string,
): string | undefined {
  if (locale === 'cn') return undefined
  const english = englishFieldOf(entity, field)
  const name = english && row[english]
  return typeof name === 'string' && name !== '' ? name : undefined
}

// Only addresses that can be pictures of this origin or the web; the wire allows no other.
function Picture({ address }: { address: string }) {
  if (!SHOWN_ADDRESS.test(address)) return null
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      className={look({ ground: 'sunken', round: 'control', square: 8, cover: true })}
    />
  )
}

/** The columns of the data table for a view, with a box to choose rows where there is something to do with them. */
export function tableColumns(view: View, i18n: I18n, choosable: boolean): Column<Row>[] {
  const columns: Column<Row>[] = choosable
    ? [{ id: 'choose', type: 'select', title: '', fixed: 'left', width: 44 }]
    : []
  for (const column of view.columns) columns.push(tableColumn(view, column, i18n))
  return columns
}

function tableColumn(view: View, column: ColumnView, i18n: I18n): Column<Row> {
  const { of, width, fixed, align, required, quiet } = column
  const look = lookOf(view, column)
  const least = look === 'date' ? Math.max(width ?? 0, DATE_WIDTH) : width
  const base = {
    name: of,
    title: i18n._(column.label),
    sortable: view.entity.sorts.includes(of),
    ...(least !== undefined && { width: least }),
    ...(fixed && { fixed }),
    ...(align && { align }),
    ...(required && { required }),
    ...(quiet && { quiet }),
  }
  if (column.render) return { ...base, render: (_, row) => column.render?.(row[of], row) ?? '—' }
  if (look === 'word') return { ...base, type: 'check', words: codeWords(view, of, i18n) }
  if (look === 'name' && column.icon) {
    return { ...base, type: 'deviceName', icon: row => column.icon?.(row) ?? 'box' }
  }
  if (look === 'number' || look === 'date' || look === 'splitTime' || look === 'code' || look === 'img') {
    return { ...base, type: look }
  }
  return { ...base, render: (_, row) => valueNode(view, column, row, i18n) ?? '—' }
}

function codeWords(view: View, field: string, i18n: I18n): Record<string, CodeWord> {
  return Object.fromEntries(
    Object.entries(view.words[field] ?? {}).map(([word, { label, shape, tone }]) => [
      word,
      { label: i18n._(label), ...(shape && { shape }), ...(tone && { tone }) },
    ]),
  )
}

/** A row as two lines on a phone. */
export function cardOf(view: View, row: Row, i18n: I18n): ListCard {
  const { card } = view
  const columnOf = (of: string): ColumnView =>
    view.columns.find(each => each.of === of) ?? { of, label: view.title }
  const icon = card.icon?.(row) ?? view.icon
  const detail = (card.detail ?? [])
    .map(of => valueText(view, columnOf(of), row, i18n))
    .filter(text => text !== '')
    .join(' · ')
  const tone = view.rowTone?.(row)
  const title = valueText(view, { of: card.title }, row, i18n)
  const code = CODES.has(card.title) || LONG_NUMBER.test(title)
  return {
    ...(icon && { icon }),
    name: <bdi className={card.quiet?.(row) ? look({ plain: true, tone: 'ink-2' }) : undefined}>{title}</bdi>,
    ...(code && { code }),
    ...(card.state && { state: valueNode(view, columnOf(card.state), row, i18n) }),
    detail: <bdi>{detail}</bdi>,
    ...(card.age && { age: <Age at={isEmptyValue(row[card.age]) ? undefined : Number(row[card.age])} /> }),
    ...(tone && { tone }),
  }
}
