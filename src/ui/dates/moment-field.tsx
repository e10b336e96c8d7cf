// A day with a time of day, typed or picked, in the zone that days are counted in.

import { Trans, useLingui } from '@lingui/react/macro'
import { dayCalendar, minuteText, otherZone } from '../calendar.ts'
import { useIntlLocale } from '../locale.ts'
import { useLimits } from './limits.ts'
import { readMoment } from './typed-date.ts'
import { type DateFieldProps, TypedField } from './typed-field.tsx'

export interface MomentFieldProps extends DateFieldProps {
  /** Epoch milliseconds. */
  value: number | undefined
  onChange: (at: number | undefined) => void
  min?: number | undefined
  max?: number | undefined
}

const WHOLE_MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/

export function MomentField({ value, onChange, min, max, description, ...field }: MomentFieldProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const zone = otherZone()
  const limits = useLimits(minuteText, min, max)
  return (
    <TypedField
      {...field}
      description={
        zone === undefined ? (
          description
        ) : (
          <>
            {description}{' '}
            <Trans>
              Time of <bdi>{zone}</bdi>
            </Trans>
          </>
        )
      }
      value={value}
      onChange={onChange}
      text={at => minuteText(at)}
      whole={WHOLE_MOMENT}
      read={typed => readMoment(typed, locale)}
      wrong={limits.wrong}
      help={t`Write day and time like this: 2026-11-22 08:30`}
      placeholder={t`YYYY-MM-DD hh:mm`}
      icon="calendar"
      picker={({ MomentPicker, words }, close) => (
        <MomentPicker
          words={words}
          calendar={dayCalendar()}
          value={value}
          min={limits.min}
          max={limits.max}
          onChange={onChange}
          onDone={close}
        />
      )}
    />
  )
}
