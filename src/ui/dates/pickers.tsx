// Pickers of moments and of times of day. Fetched when somebody opens one.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { TimeGrid, TimePicker } from '@mantine/dates'
import { dayText } from '../calendar.ts'
import { Box, Row, Stack } from '../kit/parts.tsx'
import { clockOf, minuteOf } from '../week.ts'
import css from './dates.module.css'
import { MonthCalendar, type MonthCalendarProps } from './month-calendar.tsx'
import { halfHours, momentOfDay } from './typed-date.ts'

interface MomentPickerProps extends Pick<MonthCalendarProps, 'words' | 'calendar' | 'min' | 'max'> {
  /** Epoch milliseconds. */
  value: number | undefined
  onChange: (at: number) => void
  onDone: () => void
}

/** Escape closes the picker and not what it stands in. */
const stays = { 'data-mantine-stop-propagation': 'true' }

/** A day from a calendar, and a time of day under it. */
export function MomentPicker({ value, onChange, onDone, ...calendarProps }: MomentPickerProps) {
  const { t } = useLingui()
  const { calendar } = calendarProps
  const day = value === undefined ? undefined : dayText(value, calendar)
  const minute = value === undefined ? 0 : calendar.shown(value).minute
  return (
    <Stack gap={3}>
      <MonthCalendar
        {...calendarProps}
        day={day}
        onDay={chosen => onChange(momentOfDay(chosen, calendar, minute))}
      />
      <Row align="end" justify="between" gap={3}>
        <TimePicker
          label={t`Time`}
          hoursInputLabel={t`Hours`}
          minutesInputLabel={t`Minutes`}
          withDropdown
          popoverProps={{ withinPortal: false, position: 'top-start' }}
          hoursInputProps={stays}
          minutesInputProps={stays}
          disabled={day === undefined}
          value={clockOf(minute)}
          onChange={clock => {
            const chosen = minuteOf(clock)
            if (day !== undefined && chosen !== undefined) onChange(momentOfDay(day, calendar, chosen))
          }}
          classNames={{ control: css.timeControl ?? '' }}
        />
        <Button variant="default" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </Row>
    </Stack>
  )
}

interface ClockPickerProps {
  /** Minutes since midnight. */
  value: number | undefined
  onChange: (minute: number | undefined) => void
}

/** A time of day, every half hour. */
export function ClockPicker({ value, onChange }: ClockPickerProps) {
  return (
    <Box w="min(316px, 100vw - 48px)" pad="half" atMostTall="part" scroll="both" dir="ltr">
      <TimeGrid
        data={[...halfHours]}
        value={value === undefined ? null : clockOf(value)}
        onChange={clock => clock !== null && onChange(minuteOf(clock))}
        classNames={{ control: css.timeControl ?? '', simpleGrid: css.grid ?? '' }}
        getControlProps={() => stays}
      />
    </Box>
  )
}
