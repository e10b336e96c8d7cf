// A month of days; those on which one of the devices has been heard of carry a dot and their number of positions.

import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow } from '../../../platform/server-clock.ts'
import { dayCalendar, dayText } from '../../../ui/calendar.ts'
import { CalendarPart } from '../../../ui/dates/calendar-part.tsx'
import { momentOfDay } from '../../../ui/dates/typed-date.ts'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { type Period, startOfMonth } from '../../../ui/period.ts'
import { daysOptions } from './track-query.ts'

interface DayCalendarProps {
  imeis: readonly string[]
  shown: Period
  onDay: (start: number) => void
}

export function DayCalendar({ imeis, shown, onDay }: DayCalendarProps) {
  const { t } = useLingui()
  const calendar = dayCalendar()
  const [month, setMonth] = useState(() => startOfMonth(shown.to))
  const period = { from: month, to: startOfMonth(month, -1) - 1 }
  const counts = useQueries({
    queries: imeis.map(imei => daysOptions(imei, period)),
    combine: results => {
      const sums = new Map<string, number>()
      for (const { data } of results)
        for (const { at, count } of data ?? []) {
          const day = dayText(at)
          sums.set(day, (sums.get(day) ?? 0) + count)
        }
      return sums
    },
  })
  const number = numberFormat(useIntlLocale())
  return (
    <CalendarPart>
      {({ MonthCalendar, words }) => (
        <MonthCalendar
          words={words}
          calendar={calendar}
          period={{ from: dayText(shown.from), to: dayText(shown.to) }}
          max={dayText(serverNow())}
          onDay={day => onDay(momentOfDay(day, calendar))}
          onMonth={day => setMonth(startOfMonth(momentOfDay(day, calendar)))}
          about={day => {
            const count = counts.get(day) ?? 0
            return count > 0
              ? { marked: true, text: t`positions: ${number.format(count)}` }
              : { marked: false, text: t`no positions` }
          }}
        />
      )}
    </CalendarPart>
  )
}
