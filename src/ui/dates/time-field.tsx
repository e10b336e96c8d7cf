// A time of day, typed or picked: kept as minutes since midnight.

import { useLingui } from '@lingui/react/macro'
import { clockOf } from '../week.ts'
import { readTime } from './typed-date.ts'
import { type DateFieldProps, TypedField } from './typed-field.tsx'

interface TimeFieldProps extends DateFieldProps {
  value: number | undefined
  onChange: (minute: number | undefined) => void
}

const WHOLE_TIME = /^\d{2}:\d{2}$/

export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const { t } = useLingui()
  return (
    <TypedField
      {...field}
      value={value}
      onChange={onChange}
      text={clockOf}
      whole={WHOLE_TIME}
      read={readTime}
      help={t`Write the time as hours and minutes: 08:30`}
      placeholder={t`hh:mm`}
      icon="clock"
      picker={({ ClockPicker }, close) => (
        <ClockPicker
          value={value}
          onChange={minute => {
            close()
            onChange(minute)
          }}
        />
      )}
    />
  )
}
