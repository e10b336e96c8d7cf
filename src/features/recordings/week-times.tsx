// Times of the week as rows: a day, from when, until when.
import { useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { WeekTime } from '../../domain/recordings/camera-recording.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { dayName } from '../../ui/week.ts'

const DAY_MINUTES = 24 * 60
const two = (value: number) => String(value).padStart(2, '0')
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

export function WeekTimes({
  times,
  onChange,
}: {
  times: readonly WeekTime[]
  onChange: (times: WeekTime[]) => void
}) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const [day, setDay] = useState(1)
  const [from, setFrom] = useState('08:00')
  const [until, setUntil] = useState('18:00')
  const minuteOf = (text: string) => {
    const [, hours = '', minutes = ''] = /^(\d\d):(\d\d)$/.exec(text) ?? []
    return hours === '' ? undefined : Number(hours) * 60 + Number(minutes)
  }
  const [begin, end] = [minuteOf(from), minuteOf(until)]
  // Midnight at the end is the end of the day.
  const right = begin !== undefined && end !== undefined && begin < (end || DAY_MINUTES)
  const add = () => {
    if (!right) return
    const start = (day - 1) * DAY_MINUTES
    onChange(
      [...times, { from: start + begin, to: start + (end || DAY_MINUTES) }].sort((a, b) => a.from - b.from),
    )
  }
  const days = [1, 2, 3, 4, 5, 6, 7].map(each => ({ value: String(each), label: dayName(each, locale) }))
  return (
    <Stack gap={2}>
      <List stack gap={1} aria-label={t`Times of the week`}>
        {times.map(time => {
          const of = dayName(Math.floor(time.from / DAY_MINUTES) + 1, locale)
          const start = Math.floor(time.from / DAY_MINUTES) * DAY_MINUTES
          const span = `${clock(time.from - start)}–${clock(time.to - start)}`
          return (
            <Row as="li" key={time.from} gap={2}>
              <Text grow>
                {of} <bdi dir="ltr">{span}</bdi>
              </Text>
              <IconButton
                icon="trash"
                label={t`Delete ${of} ${span}`}
                onClick={() => onChange(times.filter(each => each !== time))}
              />
            </Row>
          )
        })}
      </List>
      <Row wrap gap={2} align="end">
        <Select
          label={t`Day`}
          allowDeselect={false}
          value={String(day)}
          data={days}
          onChange={value => setDay(Number(value ?? 1))}
        />
        <TextInput
          type="time"
          label={t`From`}
          value={from}
          onChange={event => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label={t`Until`}
          value={until}
          onChange={event => setUntil(event.currentTarget.value)}
        />
        <Button variant="default" leftSection={<Icon name="plus" />} disabled={!right} onClick={add}>
          {t`Add`}
        </Button>
      </Row>
    </Stack>
  )
}
