// Lets a person choose which columns the table shows, and in which order.
import { useLingui } from '@lingui/react/macro'
import { Popover } from '@mantine/core'
import { useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { look } from '../kit/look.ts'
import { List, Row } from '../kit/parts.tsx'
import css from './column-chooser.module.css'
import { type Column, type ColumnLayout, columnId } from './columns.ts'

export interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[]
  layout: ColumnLayout | undefined
  /** Undefined means back to the original layout. */
  onLayout: (layout: ColumnLayout | undefined) => void
}

/** All column ids in the order of the layout; columns it does not know yet follow at their own place. */
export function orderedIds(ids: readonly string[], layout: ColumnLayout | undefined): string[] {
  const known = (layout?.order ?? []).filter(id => ids.includes(id))
  return [...known, ...ids.filter(id => !known.includes(id))]
}

/** The layout after column `id` moved by `step` places. */
export function movedColumn(
  ids: readonly string[],
  layout: ColumnLayout | undefined,
  id: string,
  step: number,
): ColumnLayout {
  const order = orderedIds(ids, layout)
  const from = order.indexOf(id)
  const to = Math.min(Math.max(0, from + step), order.length - 1)
  order.splice(to, 0, ...order.splice(from, 1))
  return { order, hidden: layout?.hidden ?? [] }
}

export function ColumnChooser<Row>({ columns, layout, onLayout }: ColumnChooserProps<Row>) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const choosable = columns.filter(column => column.type !== 'select' && column.type !== 'radio')
  const ids = choosable.map(columnId)
  const byId = new Map(choosable.map(column => [columnId(column), column]))
  const hidden = new Set(layout?.hidden)
  const order = orderedIds(ids, layout)
  const shown = (id: string) => byId.get(id)?.required || !hidden.has(id)
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    onLayout({ order, hidden: [...next] })
  }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <IconButton icon="columns" label={t`Columns`} expanded={open} onClick={() => setOpen(!open)} />
      </Popover.Target>
      <Popover.Dropdown className={css.dropdown}>
        <List scroll="y" atMostTall="half" aria-label={t`Columns`}>
          {order.map((id, at) => {
            const column = byId.get(id)
            if (!column) return null
            const title = column.title
            return (
              <Row as="li" key={id}>
                <label
                  className={look({
                    row: true,
                    gap: 2,
                    grow: true,
                    shrink: true,
                    atLeast: 'target',
                    padX: 2,
                    pointer: true,
                  })}
                >
                  <input
                    type="checkbox"
                    className={look({ rigid: true, square: 4, accented: true }, css.box)}
                    checked={shown(id)}
                    disabled={column.required}
                    onChange={() => toggle(id)}
                  />
                  <span>{title}</span>
                </label>
                <IconButton
                  icon="up"
                  label={t`Move ${title} up`}
                  disabled={at === 0}
                  onClick={() => onLayout(movedColumn(ids, layout, id, -1))}
                />
                <IconButton
                  icon="down"
                  label={t`Move ${title} down`}
                  disabled={at === order.length - 1}
                  onClick={() => onLayout(movedColumn(ids, layout, id, 1))}
                />
              </Row>
            )
          })}
        </List>
        <button
          type="button"
          className={look({
            bare: true,
            wide: true,
            atLeast: 'target',
            above: 1,
            round: 'control',
            tone: 'accent',
            pointer: true,
            idle: true,
            hovers: true,
          })}
          disabled={layout === undefined}
          onClick={() => onLayout(undefined)}
        >
          {t`Original columns`}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
