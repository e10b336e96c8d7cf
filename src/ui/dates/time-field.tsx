// A time of day, typed or picked: kept as minutes since midnight.

import { useLingui } from '@lingui/react/macro'
import { clockOf, minuteOf } from '../week.ts'
import css from './dates.module.css'
import { halfHours, readTime } from './typed-date.ts'
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
      picker={({ TimeGrid }, close) => (
        <div className={css.times} dir="ltr">
          <TimeGrid
            data={[...halfHours]}
            value={value === undefined ? null : clockOf(value)}
            onChange={clock => {
              close()
              if (clock !== null) onChange(minuteOf(clock))
            }}
            simpleGridProps={{ cols: 4, spacing: 4 }}
            classNames={{ control: css.timeControl ?? '' }}
            getControlProps={() => ({ 'data-mantine-stop-propagation': 'true' })}
          />
        </div>
      )}
    />
  )
}
