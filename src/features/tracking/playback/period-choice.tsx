// Chooses the time of a track: the usual ones, a day of a calendar that shows where there is anything, or to the minute.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { dayText, minuteText, otherZone } from '../../../ui/calendar.ts'
import { MomentField } from '../../../ui/dates/moment-field.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { FieldGroup, Muted, Stack, Text } from '../../../ui/kit/parts.tsx'
import { endOfDay, type Period, periodOfPreset, startOfDay } from '../../../ui/period.ts'
import { DayCalendar } from './day-calendar.tsx'
import css from './track-page.module.css'
import { LONGEST_DAYS } from './track-search.ts'

interface PeriodChoiceProps {
  period: Period
  imeis: readonly string[]
  onChange: (period: Period) => void
}

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
          <Stack gap={3}>
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
  const [start, end] = [minuteText(from), minuteText(to)]
  return start.slice(0, 10) === end.slice(0, 10) ? `${start} – ${end.slice(11)}` : `${start} – ${end}`
}

function Exact({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { t } = useLingui()
  const [ends, setEnds] = useState<Partial<Record<keyof Period, number | undefined>>>(period)
  // The last minute counts whole.
  const [from, to] = [ends.from, ends.to === undefined ? undefined : endOfMinute(ends.to)]
  const whole = from !== undefined && to !== undefined
  const backwards = whole && to < from
  const long = whole && to - from > LONGEST_DAYS * DAY_MS
  return (
    <form
      className={look({ stack: true, gap: 2, edgeAbove: true, padAbove: 2 })}
      onSubmit={event => {
        event.preventDefault()
        const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
        if (wrong) wrong.focus()
        else if (whole) onChange({ from, to })
      }}
    >
      {(['from', 'to'] as const).map(part => (
        <MomentField
          key={part}
          label={part === 'from' ? t`From` : t`To`}
          value={ends[part]}
          error={
            part === 'to' && backwards
              ? t`The end must not be before the beginning`
              : part === 'to' && long
                ? t`At most ${LONGEST_DAYS} days`
                : undefined
          }
          onChange={at => setEnds({ ...ends, [part]: at })}
        />
      ))}
      <Button type="submit" disabled={!whole || backwards || long}>
        <Trans>Show</Trans>
      </Button>
    </form>
  )
}

const endOfMinute = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1
