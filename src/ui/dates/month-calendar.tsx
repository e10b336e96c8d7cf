// A calendar to pick a day from, in the language shown. Fetched when somebody opens one.

import { useLingui } from '@lingui/react/macro'
import { useDirection } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Calendar, dayText } from '../calendar.ts'
import { timeOfAges } from '../clock.ts'
import { Box, Stack, Text } from '../kit/parts.tsx'
import { useIntlLocale } from '../locale.ts'
import type { DateWords } from './date-words.ts'
import { dayByKey, within } from './day-steps.ts'
import css from './month-calendar.module.css'

/** Days are `YYYY-MM-DD`. */
export interface MonthCalendarProps {
  words: DateWords
  calendar: Calendar
  /** The chosen day. */
  day?: string | undefined
  /** The chosen period that the day is part of. */
  period?: { from: string; to: string } | undefined
  min?: string | undefined
  max?: string | undefined
  onDay: (day: string) => void
  /** Gets a day of the month that is shown now. */
  onMonth?: (day: string) => void
  /** What is said of a day beside its date; a marked one carries a dot. */
  about?: (day: string) => { marked: boolean; text: string }
}

export function MonthCalendar({
  words,
  calendar,
  day,
  period,
  min,
  max,
  onDay,
  onMonth,
  about,
}: MonthCalendarProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { dir } = useDirection()
  const root = useRef<HTMLDivElement>(null)
  const today = dayText(timeOfAges(), calendar)
  const [shown, setShown] = useState(() => within(day ?? period?.to ?? today, min, max))
  // The day that the keyboard is on its way to, once its month is drawn.
  const sought = useRef<string | undefined>(shown)
  useLayoutEffect(() => {
    if (sought.current === undefined) return
    root.current?.querySelector<HTMLElement>(`[data-day="${sought.current}"]`)?.focus()
    sought.current = undefined
  })
  const show = (month: string) => {
    setShown(month)
    onMonth?.(month)
  }
  // The library's own arrows stop at the edge of a month and go the wrong way from right to left.
  const step = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    const rules = { rtl: dir === 'rtl', firstOfWeek: words.firstOfWeek, min, max }
    const next = from && dayByKey(event, from, rules)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    sought.current = next
    show(next)
  }
  const titled = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (text: string) => format.format(new Date(text))
  }
  const full = titled({ dateStyle: 'full' })
  return (
    <Box ref={root} w="min(316px, 100vw - 48px)" onKeyDownCapture={step}>
      <DatePicker
        __stopPropagation
        fullWidth
        locale={words.locale}
        firstDayOfWeek={words.firstOfWeek}
        weekendDays={[]}
        value={day ?? null}
        onChange={chosen => chosen !== null && onDay(chosen)}
        date={shown}
        onDateChange={show}
        {...(min !== undefined && { minDate: min })}
        {...(max !== undefined && { maxDate: max })}
        monthLabelFormat={titled({ year: 'numeric', month: 'long' })}
        yearLabelFormat={titled({ year: 'numeric' })}
        ariaLabels={{
          monthLevelControl: t`Choose the month`,
          yearLevelControl: t`Choose the year`,
          previousMonth: t`Month before`,
          nextMonth: t`Next month`,
          previousYear: t`Year before`,
          nextYear: t`Next year`,
          previousDecade: t`Ten years before`,
          nextDecade: t`Next ten years`,
        }}
        classNames={{
          day: css.day ?? '',
          weekday: css.weekday ?? '',
          calendarHeaderControl: css.control ?? '',
          calendarHeaderLevel: css.control ?? '',
          monthsListControl: css.control ?? '',
          yearsListControl: css.control ?? '',
        }}
        getDayAriaLabel={each => (about ? `${full(each)}, ${about(each).text}` : full(each))}
        getDayProps={each => ({
          'data-day': each,
          'data-autofocus': each === shown || undefined,
          'aria-pressed': each === day || (period && each >= period.from && each <= period.to),
          'aria-current': each === today ? 'date' : undefined,
          ...(about && { title: about(each).text }),
          ...(period && {
            inRange: each >= period.from && each <= period.to,
            firstInRange: each === period.from,
            lastInRange: each === period.to,
          }),
        })}
        {...(about && {
          renderDay: (each: string) => (
            <Stack as="span" items="center" className={css.marked}>
              {Number(each.slice(8))}
              <Text
                as="i"
                w={6}
                h={6}
                round="full"
                data-some={about(each).marked || undefined}
                aria-hidden="true"
              />
            </Stack>
          ),
        })}
      />
    </Box>
  )
}
