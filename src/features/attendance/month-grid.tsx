// A month of many people at a glance: a row a person, a column a day. Arrow keys walk through the days, Enter opens one.
import { Trans, useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, memo, useId, useRef, useState } from 'react'
import { CELL } from '../../domain/attendance/cells.ts'
import { weekdayOf } from '../../domain/attendance/local-days.ts'
import { Box } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { dayName } from '../../ui/week.ts'
import type { Month, MonthPerson } from './attendance-query.ts'
import css from './month-grid.module.css'
import { marksOf, wordsOf } from './month-marks.tsx'

export interface ChosenDay {
  workerId: number
  day: string
}

interface MonthGridProps {
  month: Month
  people: readonly MonthPerson[]
  chosen: ChosenDay | undefined
  onChoose: (chosen: ChosenDay) => void
}

const ROW = 40
/** A week is named where it has so many days in the month: the name is as wide. */
const NAMED_FROM = 3

export function MonthGrid({ month, people, chosen, onChoose }: MonthGridProps) {
  const { t } = useLingui()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState({ row: 0, column: 0 })
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  })
  const { days } = month
  const move = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(people.length - 1, row)),
      column: Math.max(0, Math.min(days.length - 1, column)),
    }
    setAt(next)
    rows.scrollToIndex(next.row)
    scroller.current?.focus({ preventScroll: true })
  }
  const choose = (row: number, column: number) => {
    const [person, day] = [people[row], days[column]]
    if (person && day) onChoose({ workerId: person.workerId, day: day.day })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Days run as the text does.
    const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 2)
    const steps: Record<string, [number, number]> = {
      ArrowDown: [at.row + 1, at.column],
      ArrowUp: [at.row - 1, at.column],
      [forward]: [at.row, at.column + 1],
      [backward]: [at.row, at.column - 1],
      Home: [at.row, 0],
      End: [at.row, days.length - 1],
      PageDown: [at.row + page, at.column],
      PageUp: [at.row - page, at.column],
    }
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      move(...step)
      if (chosen)
        choose(
          Math.max(0, Math.min(people.length - 1, step[0])),
          Math.max(0, Math.min(days.length - 1, step[1])),
        )
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(at.row, at.column)
    }
  }
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const place = event.target.closest('[data-at]')?.getAttribute('data-at')
    if (!place) return
    const [row = 0, column = 0] = place.split(' ').map(Number)
    move(row, column)
    choose(row, column)
  }
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`
  return (
    <Box
      ref={scroller}
      className={css.scroller}
      role="grid"
      aria-label={t`Attendance of the month`}
      aria-rowcount={people.length + 1}
      aria-colcount={days.length + 5}
      aria-activedescendant={cellId(at.row, at.column)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      style={{ '--gh-days': days.length }}
    >
      <Head month={month} />
      <Box role="rowgroup" className={css.body} style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(item => {
          const person = people[item.index]
          return (
            person && (
              <PersonRow
                key={person.workerId}
                person={person}
                index={item.index}
                top={item.start}
                today={month.today}
                days={days}
                active={item.index === at.row ? at.column : undefined}
                chosen={chosen?.workerId === person.workerId ? chosen.day : undefined}
                id={id}
              />
            )
          )
        })}
      </Box>
    </Box>
  )
}

function Head({ month: { days, today } }: { month: Month }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  return (
    <Box role="rowgroup" className={css.top}>
      <Box role="row" className={css.head} aria-rowindex={1}>
        <Box as="span" role="columnheader" className={css.person}>
          <Trans>Name</Trans>
        </Box>
        {days.map(({ day, exception, week }, at) => {
          const weekday = weekdayOf(day)
          const until = Math.min(days.length, at + 8 - weekday)
          const begins = week !== null && (weekday === 1 || at === 0) && until - at >= NAMED_FROM
          return (
            <Box
              as="span"
              key={day}
              role="columnheader"
              className={`${css.day} ${day === today ? css.today : ''} ${weekday === 1 ? css.monday : ''}`}
              aria-label={`${day} ${dayName(weekday, locale, 'long')}`}
              data-exception={exception}
            >
              <span className={css.week} aria-hidden="true">
                {begins && (week === 'big' ? t`Big week` : t`Small week`)}
              </span>
              <span aria-hidden="true">{dayName(weekday, locale, 'narrow')}</span>
              <span aria-hidden="true">{Number(day.slice(8))}</span>
            </Box>
          )
        })}
        {[
          t`Days worked`,
          t({ context: 'count', message: 'Late' }),
          t({ context: 'count', message: 'Early' }),
          t({ context: 'count', message: 'Absent' }),
        ].map(label => (
          <Box as="span" key={label} role="columnheader" className={css.sum}>
            {label}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

interface PersonRowProps {
  person: MonthPerson
  index: number
  top: number
  today: string
  days: Month['days']
  active: number | undefined
  chosen: string | undefined
  id: string
}

const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, index, top, today, days, active, chosen, id } = props
  const { i18n } = useLingui()
  const number = numberFormat(useIntlLocale())
  const sums = [
    ['worth', person.worth, undefined],
    ['late', person.late, 'warning'],
    ['early', person.early, 'warning'],
    ['absent', person.absent, 'critical'],
  ] as const
  return (
    <Box
      role="row"
      aria-rowindex={index + 2}
      className={`${css.row} ${chosen === undefined ? '' : css.open}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Box as="span" role="rowheader" className={css.person}>
        <bdi className={css.name}>{person.name}</bdi>
        <bdi className={css.trade}>{person.trade ?? person.departmentName}</bdi>
      </Box>
      {days.map(({ day }, at) => {
        const packed = person.cells.slice(at * CELL, (at + 1) * CELL)
        return (
          <Box
            as="span"
            key={day}
            role="gridcell"
            id={`${id}-${index}-${at}`}
            data-at={`${index} ${at}`}
            aria-label={`${day}: ${wordsOf(packed, i18n)}`}
            aria-selected={chosen === day}
            className={`${css.cell} ${day === today ? css.now : ''} ${active === at ? css.active : ''}`}
          >
            {marksOf(packed, i18n)}
          </Box>
        )
      })}
      {sums.map(([which, count, tone]) => (
        <Box
          as="span"
          role="gridcell"
          key={which}
          tone={count > 0 ? tone : undefined}
          strong={count > 0 && tone !== undefined}
          className={css.sum}
        >
          {count > 0 || which === 'worth' ? number.format(count) : '–'}
        </Box>
      ))}
    </Box>
  )
})
