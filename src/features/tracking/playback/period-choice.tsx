// Chooses the time of a track: the usual ones, a day of a calendar that shows where there is anything, or to the minute.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../../platform/server-clock.ts'
import { dayText, otherZone } from '../../../ui/calendar.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { FieldGroup, Muted, Stack, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { endOfDay, type Period, periodOfPreset, startOfDay } from '../../../ui/period.ts'
import { DayCalendar } from './day-calendar.tsx'
import css from './track-page.module.css'
import { LONGEST_DAYS } from './track-search.ts'

interface PeriodChoiceProps {
  period: Period
  imeis: readonly string[]
  onChange: (period: Period) => void
}

const DAY_MS = 86_400_000
const presets = ['today', 'yesterday', 'week'] as const

export function PeriodChoice({ period, imeis, onChange }: PeriodChoiceProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const words = { today: t`Today`, yesterday: t`Yesterday`, week: t`7 days` }
  const zone = otherZone()
  const choose = (next: Period) => {
    setOpened(false)
    onChange(next)
  }
  return (
    <FieldGroup row wrap gap={2} className={css.period} aria-label={t`Period`}>
      {presets.map(preset => {
        const wanted = periodOfPreset(preset, serverNow())
        return (
          <button
            key={preset}
            type="button"
            className={look(
              {
                atLeast: 'target',
                padX: 3,
                padY: 0,
                ground: 'raised',
                edge: 'strong',
                round: 'control',
                size: 'small',
                tone: 'ink-2',
                nowrap: true,
                pointer: true,
              },
              css.preset,
            )}
            aria-pressed={wanted.from === period.from && wanted.to === period.to}
            onClick={() => onChange(wanted)}
          >
            {words[preset]}
          </button>
        )
      })}
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal>
        <Popover.Target>
          <Button
            className={css.dates ?? ''}
            variant="default"
            leftSection={<Icon name="calendar" />}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <Text as="bdi" dir="ltr" medium>
              {shortPeriod(period)}
            </Text>
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap={3} className={css.calendar}>
            {zone !== undefined && (
              <Muted as="p" className={css.quiet}>
                <Trans>
                  Days of <bdi>{zone}</bdi>
                </Trans>
              </Muted>
            )}
            <DayCalendar imeis={imeis} shown={period} onDay={from => choose({ from, to: endOfDay(from) })} />
            <Exact key={`${period.from} ${period.to}`} period={period} onChange={choose} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </FieldGroup>
  )
}

/** `2026-11-20 08:00 – 2026-11-21 08:00`, of one day only once its date. */
function shortPeriod({ from, to }: Period): string {
  if (from === startOfDay(from) && to === endOfDay(to)) {
    const [first, last] = [dayText(from), dayText(to)]
    return first === last ? first : `${first} – ${last}`
  }
  const [start, end] = [formatMoment(from).slice(0, 16), formatMoment(to).slice(0, 16)]
  return start.slice(0, 10) === end.slice(0, 10) ? `${start} – ${end.slice(11)}` : `${start} – ${end}`
}

const inField = (at: number) => formatMoment(at).replace(' ', 'T').slice(0, 16)

function Exact({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState({ from: inField(period.from), to: inField(period.to) })
  const [from, to] = [new Date(typed.from).getTime(), new Date(typed.to).getTime() + 59_999]
  const wrong = Number.isNaN(from) || Number.isNaN(to)
  const backwards = !wrong && to < from
  const long = !wrong && to - from > LONGEST_DAYS * DAY_MS
  return (
    <form
      className={look({ stack: true, gap: 2, edgeAbove: true, padAbove: 2 })}
      onSubmit={event => {
        event.preventDefault()
        if (!wrong && !backwards && !long) onChange({ from, to })
      }}
    >
      {(['from', 'to'] as const).map(part => (
        <TextInput
          key={part}
          type="datetime-local"
          dir="ltr"
          label={part === 'from' ? t`From` : t`To`}
          value={typed[part]}
          error={
            part === 'to' && backwards
              ? t`The end must not be before the beginning`
              : part === 'to' && long
                ? t`At most ${LONGEST_DAYS} days`
                : undefined
          }
          onChange={event => setTyped({ ...typed, [part]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" disabled={wrong || backwards || long}>
        <Trans>Show</Trans>
      </Button>
    </form>
  )
}
