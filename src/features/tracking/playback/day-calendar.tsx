// A month of days; those on which one of the devices has been heard of carry a dot and their number of positions.

import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { serverNow } from '../../../platform/server-clock.ts'
import { dayCalendar, dayText } from '../../../ui/calendar.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { usePartFocus } from '../../../ui/part-focus.ts'
import { type Period, startOfDay, startOfMonth } from '../../../ui/period.ts'
import css from './track-page.module.css'
import { daysOptions } from './track-query.ts'

interface DayCalendarProps {
  imeis: readonly string[]
  shown: Period
  onDay: (start: number) => void
}

const WEEK = 7
/** A Monday. */
const SOME_MONDAY = new Date(2024, 0, 1).getTime()

export function DayCalendar({ imeis, shown, onDay }: DayCalendarProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const [month, setMonth] = useState(() => startOfMonth(shown.to))
  const days = useMemo(() => daysOfMonth(month), [month])
  const next = startOfMonth(month, -1)
  const period = { from: month, to: next - 1 }
  const counts = useQueries({
    queries: imeis.map(imei => daysOptions(imei, period)),
    combine: results => {
      const sums = new Map<number, number>()
      for (const { data } of results)
        for (const { at, count } of data ?? []) {
          const day = startOfDay(at)
          sums.set(day, (sums.get(day) ?? 0) + count)
        }
      return sums
    },
  })
  const weeks = Array.from({ length: days.length / WEEK }, (_, week) =>
    days.slice(week * WEEK, week * WEEK + WEEK),
  )
  const focus = usePartFocus<HTMLTableElement>(days.length, WEEK)
  const number = numberFormat(locale)
  const title = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    timeZone: dayCalendar().zone(),
  }).format(month)
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short' })
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'PageUp') setMonth(startOfMonth(month, 1))
    else if (event.key === 'PageDown' && next <= serverNow()) setMonth(next)
    else focus.onKeyDown(event)
  }
  return (
    <div>
      <Row justify="between">
        <IconButton icon="back" label={t`Month before`} onClick={() => setMonth(startOfMonth(month, 1))} />
        <strong aria-live="polite">{title}</strong>
        <IconButton
          icon="forward"
          label={t`Next month`}
          disabled={next > serverNow()}
          onClick={() => setMonth(next)}
        />
      </Row>
      <table
        ref={focus.frame}
        className={look({ wide: true, text: 'center' }, css.month)}
        aria-label={title}
        onKeyDown={keys}
        onFocus={focus.onFocus}
      >
        <thead>
          <tr>
            {Array.from({ length: WEEK }, (_, day) => {
              const name = weekdays.format(SOME_MONDAY + day * 86_400_000)
              return (
                <th key={name} scope="col">
                  {name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={week[0]}>
              {week.map((day, column) => {
                const index = row * WEEK + column
                const count = counts.get(day) ?? 0
                const label =
                  count > 0
                    ? t`${dayText(day)}, positions: ${number.format(count)}`
                    : t`${dayText(day)}, no positions`
                return (
                  <td key={day}>
                    <button
                      type="button"
                      data-part={index}
                      tabIndex={index === focus.stop ? 0 : -1}
                      className={look(
                        {
                          stack: true,
                          items: 'center',
                          wide: true,
                          padX: 0,
                          padY: 1,
                          ground: 'none',
                          round: 'control',
                          tone: 'ink',
                          pointer: true,
                        },
                        css.dayButton,
                      )}
                      data-other={day < month || day >= next || undefined}
                      aria-label={label}
                      title={label}
                      aria-pressed={day >= startOfDay(shown.from) && day <= shown.to}
                      disabled={day > serverNow()}
                      onClick={() => onDay(day)}
                    >
                      {dayCalendar().shown(day).day}
                      <i data-some={count > 0 || undefined} aria-hidden="true" />
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whole weeks from Monday on that cover a month. */
function daysOfMonth(month: number): number[] {
  const calendar = dayCalendar()
  const first = calendar.shown(month)
  // The same in every zone: what day of the week a date is, and how many days a month has.
  const before = (new Date(Date.UTC(first.year, first.month - 1, 1)).getUTCDay() + 6) % WEEK
  const length = new Date(Date.UTC(first.year, first.month, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((before + length) / WEEK) * WEEK }, (_, index) =>
    calendar.startOf(first.year, first.month, 1 - before + index),
  )
}
