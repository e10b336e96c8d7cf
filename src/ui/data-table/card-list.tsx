// A list on a phone: two lines a card, name and state, then who, where, when.
import type { KeyboardEvent, ReactNode } from 'react'
import { Icon, type IconName } from '../icons.tsx'
import { look } from '../kit/look.ts'
import { List, Row, Stack, Text } from '../kit/parts.tsx'
import css from './card-list.module.css'

export interface ListCard {
  icon?: IconName
  name: ReactNode
  /** The name is a number of a device or card: too long, it loses its beginning, for such numbers differ at their end. */
  code?: boolean
  state?: ReactNode
  /** Second line: who and where. */
  detail?: ReactNode
  /** Second line, at the end: when. */
  age?: ReactNode
  /** Critical cards have the soft ground and their buttons in place. */
  tone?: 'critical' | undefined
  actions?: ReactNode
  /** Third line: what is waiting, or failed. */
  note?: ReactNode
}

export interface CardListProps<Row> {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  card: (row: Row) => ListCard
  onOpen?: (row: Row) => void
  selection?: ReadonlySet<string>
  onSelection?: (selection: ReadonlySet<string>) => void
  /** What a selection box says, with the row's name. */
  selectLabel?: (row: Row) => string
  empty?: ReactNode
  footer?: ReactNode
}

export function CardList<Row>(props: CardListProps<Row>) {
  const { rows, rowKey, selection, onSelection } = props
  if (rows.length === 0) return <>{props.empty}</>
  const toggle = (key: string) => {
    const next = new Set(selection)
    if (!next.delete(key)) next.add(key)
    onSelection?.(next)
  }
  return (
    <>
      <List column gap={2} aria-label={props.label} onKeyDown={walk}>
        {rows.map(row => {
          const key = rowKey(row)
          const card = props.card(row)
          const body = (
            <>
              {card.icon && <Icon name={card.icon} size={22} />}
              <Text
                size="section"
                strong
                clip
                area="name"
                className={card.code ? `${css.line} ${css.code}` : css.line}
              >
                {card.name}
              </Text>
              <Text area="state" at="end" size="caption" nowrap>
                {card.state}
              </Text>
              <Text size="caption" tone="ink-2" clip area="detail" className={css.line}>
                {card.detail}
              </Text>
              <Text area="age" at="end" size="caption" tone="ink-2" nowrap>
                {card.age}
              </Text>
              {card.note !== undefined && (
                <Text size="caption" tone="accent" area="note" className={css.note}>
                  {card.note}
                </Text>
              )}
            </>
          )
          return (
            <li
              key={key}
              className={
                card.tone === 'critical'
                  ? look(
                      { row: true, wrap: true, ground: 'critical-soft', edge: 'critical', round: 'card' },
                      css.card,
                      css.critical,
                    )
                  : look({ row: true, wrap: true, ground: 'surface', edge: 'line', round: 'card' }, css.card)
              }
            >
              {selection && (
                <label className={look({ center: true, atLeast: 'tile' }, css.choose)}>
                  <input
                    type="checkbox"
                    checked={selection.has(key)}
                    aria-label={props.selectLabel?.(row)}
                    onChange={() => toggle(key)}
                  />
                </label>
              )}
              {props.onOpen ? (
                <button
                  type="button"
                  className={look(
                    {
                      bare: true,
                      stack: true,
                      align: 'center',
                      grow: true,
                      shrink: true,
                      padX: 3,
                      padY: 2,
                      tone: 'ink',
                      text: 'start',
                      atLeast: 'tile',
                    },
                    css.body,
                  )}
                  data-card=""
                  onClick={() => props.onOpen?.(row)}
                >
                  {body}
                  <Text area="chevron" tone="ink-2">
                    <Icon name="forward" size={16} />
                  </Text>
                </button>
              ) : (
                <Stack
                  bare
                  align="center"
                  grow
                  shrink
                  padX={3}
                  padY={2}
                  tone="ink"
                  text="start"
                  atLeast="tile"
                  className={css.body}
                >
                  {body}
                </Stack>
              )}
              {card.actions !== undefined && (
                <Row align="stretch" gap={2} padBelow={3} className={css.actions}>
                  {card.actions}
                </Row>
              )}
            </li>
          )
        })}
      </List>
      {props.footer}
    </>
  )
}

// Arrows walk the cards, as they walk the rows of the table.
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-card]')]
  const at = cards.findIndex(card => card.contains(document.activeElement))
  const next = cards[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
