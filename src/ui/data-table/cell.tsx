// One cell's content as plain elements: a Mantine component in each cell costs nine times as much.
import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { look } from '../kit/look.ts'
import { Inline, Text } from '../kit/parts.tsx'
import { formatMoment, numberFormat } from '../locale.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { StateMark } from '../state-mark.tsx'
import { actionVisible } from './action-visibility.ts'
import type { Column, FieldColumn } from './columns.ts'
import css from './data-table.module.css'

/** Words of the table itself, translated once a table and not once a cell. */
export interface CellWords {
  select: string
  addPicture: string
  locale: string
}

export interface CellContext<Row> {
  row: Row
  selected: boolean
  group: string
  words: CellWords
}

const NOTHING = '—'

// Times are epoch milliseconds; below 13 digits they are seconds (real-time specification, section 9).
const LEAST_MILLISECONDS = 1e12

/** A time from the wire as `YYYY-MM-DD HH:mm:ss`; text that is no time stays as it is. */
export function momentText(value: unknown): string {
  const number = typeof value === 'number' ? value : Number.NaN
  const digits = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : number
  if (Number.isNaN(digits)) return value instanceof Date ? formatMoment(value.getTime()) : textOf(value)
  return formatMoment(digits < LEAST_MILLISECONDS ? digits * 1000 : digits)
}

const textOf = (value: unknown): string =>
  value === undefined || value === null || value === '' ? NOTHING : String(value)

// Only addresses that can be pictures: anything else from a record is not put into the page.
const pictureAddress = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(https?:|blob:|data:image\/|\/(?!\/)|\.?\.?\/)/i.test(value)
    ? value
    : undefined

export function cellContent<Row>(column: Column<Row>, context: CellContext<Row>): ReactNode {
  const { row, selected, group, words } = context
  if (!('name' in column)) {
    if (column.type === 'but') {
      return column.data.map(action =>
        actionVisible(row, action) ? (
          <button
            key={action.title}
            type="button"
            tabIndex={-1}
            data-stop=""
            className={look(
              {
                bare: true,
                rigid: true,
                padX: 2,
                padY: 1,
                round: 'control',
                medium: true,
                tone: 'accent',
                pointer: true,
              },
              css.action,
            )}
            style={action.color && { color: `var(--gh-${action.color})` }}
            onClick={() => action.function(row)}
          >
            {action.title}
          </button>
        ) : null,
      )
    }
    return (
      <input
        className={look({ square: 4, block: true, pointer: true, accented: true }, css.box)}
        type={column.type === 'radio' ? 'radio' : 'checkbox'}
        name={column.type === 'radio' ? group : undefined}
        tabIndex={-1}
        data-toggle=""
        aria-label={words.select}
        checked={selected}
        readOnly
      />
    )
  }
  return fieldContent(column, row, words)
}

function fieldContent<Row>(column: FieldColumn<Row>, row: Row, words: CellWords): ReactNode {
  const value = row[column.name]
  if ('render' in column && column.render) return column.render(value, row)
  switch (column.type) {
    case 'number':
      return typeof value === 'number' ? <bdi>{numberFormat(words.locale).format(value)}</bdi> : textOf(value)
    case 'code':
      return (
        <bdi className={css.code}>
          <bdi dir="ltr">{textOf(value)}</bdi>
        </bdi>
      )
    case 'date':
      return <bdi dir="ltr">{value ? momentText(value) : NOTHING}</bdi>
    case 'splitTime': {
      const [day = NOTHING, time] = value ? momentText(value).split(' ') : []
      return (
        <Text as="bdi" middle className={css.split} dir="ltr">
          {day}
          <small>{time}</small>
        </Text>
      )
    }
    case 'deviceName':
      return (
        <Inline gap={2} fits medium middle className={css.device}>
          <Icon name={column.icon?.(row) ?? 'box'} size={18} />
          <bdi>{textOf(value)}</bdi>
        </Inline>
      )
    case 'img':
    case 'addimg': {
      const address = pictureAddress(value)
      if (address)
        return (
          <img
            className={look({ ground: 'sunken', round: 'control', square: 8, block: true, cover: true })}
            src={address}
            alt=""
            loading="lazy"
            decoding="async"
          />
        )
      if (column.type === 'img') return NOTHING
      return (
        <button
          type="button"
          tabIndex={-1}
          data-stop=""
          className={look({
            center: true,
            pad: 0,
            ground: 'none',
            edge: 'dashed',
            round: 'control',
            tone: 'ink-2',
            pointer: true,
            square: 8,
          })}
          aria-label={words.addPicture}
          title={words.addPicture}
          onClick={() => column.onAdd(row)}
        >
          <Icon name="plus" size={16} />
        </button>
      )
    }
    case 'check':
    case 'check1':
    case 'check2':
    case 'check3':
    case 'check4':
    case 'check5': {
      const word = column.words[String(value)]
      if (!word) return textOf(value)
      if (word.shape) return <StateMark shape={word.shape} label={word.label} />
      return word.tone ? <SeverityBadge tone={word.tone}>{word.label}</SeverityBadge> : word.label
    }
    case 'click':
      return (
        <button
          type="button"
          tabIndex={-1}
          data-stop=""
          className={look(
            { bare: true, fits: true, pad: 0, hidden: true, tone: 'accent', text: 'start', pointer: true },
            css.link,
          )}
          onClick={() => column.onClick(row)}
        >
          <bdi>{textOf(value)}</bdi>
        </button>
      )
    default:
      return <bdi>{textOf(value)}</bdi>
  }
}
