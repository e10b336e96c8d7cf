// Chooses a period of days: presets for the usual ones, two date fields for any other.
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayText, otherZone } from './calendar.ts'
import { timeOfAges } from './clock.ts'
import {
  dayFromText,
  endOfDay,
  type Period,
  type PeriodPreset,
  periodOfPreset,
  wholePeriod,
} from './period.ts'
import css from './period-picker.module.css'

export interface PeriodPickerProps {
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

export function PeriodPicker({ from, to, onChange, presets = usual, label, disabled }: PeriodPickerProps) {
  const { t } = useLingui()
  const now = timeOfAges()
  const zone = otherZone()
  const shown = wholePeriod(from, to, now)
  // What is being typed; a half-typed day is neither sent nor overwritten.
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({})
  const words: Record<PeriodPreset, string> = {
    today: t`Today`,
    yesterday: t`Yesterday`,
    week: t`7 days`,
    month: t`30 days`,
    thisMonth: t`This month`,
    lastMonth: t`Last month`,
    thisYear: t`This year`,
  }
  const read = (next: { from?: string; to?: string }): Period | undefined => {
    const day = (text: string | undefined, known: number) => (text === undefined ? known : dayFromText(text))
    const [start, end] = [day(next.from, shown.from), day(next.to, shown.to)]
    return start === undefined || end === undefined ? undefined : { from: start, to: endOfDay(end) }
  }
  const backwards = (period: Period | undefined) => period !== undefined && period.to < period.from
  const type = (part: 'from' | 'to', text: string) => {
    const next = { ...typed, [part]: text }
    setTyped(next)
    const period = read(next)
    if (period && !backwards(period)) onChange(period)
  }
  const leave = () => {
    const period = read(typed)
    if (backwards(period)) return
    const blank = typed.from === '' || typed.to === ''
    setTyped({})
    if (blank)
      onChange(
        wholePeriod(
          typed.from === '' ? undefined : (dayFromText(typed.from ?? '') ?? shown.from),
          typed.to === '' ? undefined : (period?.to ?? shown.to),
          now,
        ),
      )
  }
  const wrong = backwards(read(typed))
  return (
    <fieldset className={css.picker} disabled={disabled} aria-label={label ?? t`Period`}>
      <div className={css.presets}>
        {presets.map(preset => {
          const period = periodOfPreset(preset, now)
          const active = period.from === shown.from && period.to === shown.to
          return (
            <button
              key={preset}
              type="button"
              className={css.preset}
              aria-pressed={active}
              onClick={() => {
                setTyped({})
                onChange(period)
              }}
            >
              {words[preset]}
            </button>
          )
        })}
      </div>
      <div className={css.days}>
        {(['from', 'to'] as const).map(part => (
          <TextInput
            key={part}
            type="date"
            dir="ltr"
            className={css.day}
            label={part === 'from' ? t`First day` : t`Last day`}
            value={typed[part] ?? dayText(shown[part])}
            error={part === 'to' && wrong ? t`The end must not be before the beginning` : undefined}
            onChange={event => type(part, event.currentTarget.value)}
            onBlur={leave}
          />
        ))}
      </div>
      {zone !== undefined && (
        <p className={css.zone}>
          <Trans>
            Days of <bdi>{zone}</bdi>
          </Trans>
        </p>
      )}
    </fieldset>
  )
}
