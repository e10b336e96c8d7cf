// A day of the calendar that is today, by the tenant's zone, until somebody chooses another.
import { useEffect } from 'react'
import { dayIn } from '../domain/site/calendar-day.ts'
import { serverNow } from '../platform/server-clock.ts'
import { WrittenDayField } from './date-fields.tsx'
import type { FieldControl } from './view.ts'
import { tenantZone } from './zone.ts'

export const today = (): string => dayIn(tenantZone(), serverNow())

export function TodayField({ control, name }: { control: FieldControl; name: string }) {
  const { value, onChange, label, error, disabled } = control
  useEffect(() => {
    if (value === undefined) onChange(today())
  })
  return (
    <WrittenDayField
      label={label}
      error={error}
      disabled={disabled}
      name={name}
      required
      value={value}
      onChange={onChange}
    />
  )
}
