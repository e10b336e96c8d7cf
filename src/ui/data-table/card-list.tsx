// A list on a phone: two lines a card, name and state, then who, where, when.
import type { KeyboardEvent, ReactNode } from 'react'
import { Icon, type IconName } from '../icons.tsx'
import css from './card-list.module.css'

export interface Card {
  icon?: IconName
  name: ReactNode
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
  card: (row: Row) => Card
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
      <ul className={css.list} aria-label={props.label} onKeyDown={walk}>
        {rows.map(row => {
          const key = rowKey(row)
          const card = props.card(row)
          const body = (
            <>
              {card.icon && <Icon name={card.icon} size={22} />}
              <span className={css.name}>{card.name}</span>
              <span className={css.state}>{card.state}</span>
              <span className={css.detail}>{card.detail}</span>
              <span className={css.age}>{card.age}</span>
              {card.note !== undefined && <span className={css.note}>{card.note}</span>}
            </>
          )
          return (
            <li key={key} className={card.tone === 'critical' ? `${css.card} ${css.critical}` : css.card}>
              {selection && (
                <label className={css.choose}>
                  <input
                    type="checkbox"
                    checked={selection.has(key)}
                    aria-label={props.selectLabel?.(row)}
                    onChange={() => toggle(key)}
                  />
                </label>
              )}
              {props.onOpen ? (
                <button type="button" className={css.body} data-card="" onClick={() => props.onOpen?.(row)}>
                  {body}
                  <span className={css.chevron}>
                    <Icon name="forward" size={16} />
                  </span>
                </button>
              ) : (
                <div className={css.body}>{body}</div>
              )}
              {card.actions !== undefined && <div className={css.actions}>{card.actions}</div>}
            </li>
          )
        })}
      </ul>
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
