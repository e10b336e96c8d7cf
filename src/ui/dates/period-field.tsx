// Chooses a period of days: presets for the usual ones, two fields of days for any other.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { otherZone } from '../calendar.ts'
import { timeOfAges } from '../clock.ts'
import { look } from '../kit/look.ts'
import { FieldGroup, Inline, Row, Text } from '../kit/parts.tsx'
import { endOfDay, type Period, type PeriodPreset, periodOfPreset, wholePeriod } from '../period.ts'
import { DayField } from './day-field.tsx'
import css from './period-field.module.css'

export interface PeriodFieldProps {
  /** Epoch milliseconds; absent: the first of the present month. */
  from: number | undefined
  /** Epoch milliseconds; absent: the end of today. */
  to: number | undefined
  /** Gets whole days by the calendar of days, both ends inclusive. Never called with an end before the start. */
  onChange: (period: Period) => void
  presets?: readonly PeriodPreset[]
  /** What the period is of, said aloud. */
  label?: string
  disabled?: boolean
}

const usual: readonly PeriodPreset[] = ['today', 'week', 'month', 'thisMonth', 'lastMonth']

export function PeriodField({ from, to, onChange, presets = usual, label, disabled }: PeriodFieldProps) {
  const { t } = useLingui()
  const now = timeOfAges()
  const zone = otherZone()
  const shown = wholePeriod(from, to, now)
  // Ends that are not sent yet: one that was emptied, or one that does not go with the other.
  const [held, setHeld] = useState<Partial<Record<keyof Period, number | undefined>>>({})
  const ends: typeof held = { ...shown, ...held }
  const words: Record<PeriodPreset, string> = {
    today: t`Today`,
    yesterday: t`Yesterday`,
    week: t`7 days`,
    month: t`30 days`,
    thisMonth: t`This month`,
    lastMonth: t`Last month`,
    thisYear: t`This year`,
  }
  const wrong = ends.from !== undefined && ends.to !== undefined && ends.to < ends.from
  const set = (part: keyof Period, at: number | undefined) => {
    const next = { ...ends, [part]: at }
    const [start, end] = [next.from, next.to]
    if (start === undefined || end === undefined || end < start) return setHeld({ ...held, [part]: at })
    setHeld({})
    onChange({ from: start, to: endOfDay(end) })
  }
  const leave = () => {
    if (wrong || Object.keys(held).length === 0) return
    setHeld({})
    onChange(wholePeriod(ends.from, ends.to, now))
  }
  return (
    <FieldGroup
      row
      wrap
      align="end"
      gap={2}
      columnGap={3}
      wideOnPhone
      disabled={disabled}
      aria-label={label ?? t`Period`}
    >
      <Inline
        as="div"
        align="stretch"
        fits
        pad="half"
        ground="sunken"
        edge="line"
        round="control"
        scroll="x"
        noBar
      >
        {presets.map(preset => {
          const period = periodOfPreset(preset, now)
          const active = period.from === shown.from && period.to === shown.to
          return (
            <button
              key={preset}
              type="button"
              className={look(
                {
                  bare: true,
                  rigid: true,
                  padX: 2,
                  round: 'control',
                  size: 'small',
                  tone: 'ink-2',
                  nowrap: true,
                  pointer: true,
                  brightens: true,
                  ringInside: true,
                  lifts: true,
                  fades: true,
                },
                css.preset,
              )}
              aria-pressed={active}
              onClick={() => {
                setHeld({})
                onChange(period)
              }}
            >
              {words[preset]}
            </button>
          )
        })}
      </Inline>
      <Row align="stretch" gap={2} shrink wideOnPhone>
        {(['from', 'to'] as const).map(part => (
          <DayField
            key={part}
            className={css.day}
            label={part === 'from' ? t`First day` : t`Last day`}
            value={ends[part]}
            end={part === 'to'}
            period={shown}
            error={part === 'to' && wrong ? t`The end must not be before the beginning` : undefined}
            onChange={at => set(part, at)}
            onLeave={leave}
          />
        ))}
      </Row>
      {zone !== undefined && (
        <Text as="p" padBelow={2} size="small" tone="ink-2">
          <Trans>
            Days of <bdi>{zone}</bdi>
          </Trans>
        </Text>
      )}
    </FieldGroup>
  )
}
