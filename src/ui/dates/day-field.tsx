// A day, typed or picked: kept as the moment it begins with, or as its last millisecond.

import { useLingui } from '@lingui/react/macro'
import { type Calendar, dayCalendar, dayText } from '../calendar.ts'
import { useIntlLocale } from '../locale.ts'
import { useLimits } from './limits.ts'
import { momentOfDay, readDay } from './typed-date.ts'
import { type DateFieldProps, TypedField } from './typed-field.tsx'

export interface DayFieldProps extends DateFieldProps {
  /** Epoch milliseconds, anywhere in the day. */
  value: number | undefined
  onChange: (at: number | undefined) => void
  /** The last millisecond of the day instead of its first. */
  end?: boolean
  /** Epoch milliseconds; the days they lie in can be chosen. */
  min?: number | undefined
  max?: number | undefined
  /** The period that the day is an end of, marked in the calendar. */
  period?: { from: number; to: number } | undefined
  /** By which days are counted; left out: the calendar of days. */
  calendar?: Calendar
}

const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/

export function DayField({
  value,
  onChange,
  end = false,
  min,
  max,
  period,
  calendar = dayCalendar(),
  ...field
}: DayFieldProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const text = (at: number) => dayText(at, calendar)
  const limits = useLimits(text, min, max)
  const kept = (start: number) => {
    const { year, month, day } = calendar.shown(start)
    return end ? calendar.startOf(year, month, day + 1) - 1 : start
  }
  return (
    <TypedField
      {...field}
      value={value}
      onChange={onChange}
      text={text}
      whole={WHOLE_DAY}
      read={typed => {
        const start = readDay(typed, locale, calendar)
        return start === undefined ? undefined : kept(start)
      }}
      wrong={limits.wrong}
      help={t`Write the day as year, month and day: 2026-11-22`}
      placeholder={t`YYYY-MM-DD`}
      icon="calendar"
      picker={({ MonthCalendar, words }, close) => (
        <MonthCalendar
          words={words}
          calendar={calendar}
          day={value === undefined ? undefined : text(value)}
          period={period && { from: text(period.from), to: text(period.to) }}
          min={limits.min}
          max={limits.max}
          onDay={day => {
            close()
            onChange(kept(momentOfDay(day, calendar)))
          }}
        />
      )}
    />
  )
}
