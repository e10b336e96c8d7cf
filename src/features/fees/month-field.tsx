// A month that has begun: this one or one of those before.
import { Select } from '@mantine/core'
import { monthBefore } from '../../domain/fees/month-bill.ts'
import { today } from '../../resource/today-field.tsx'
import type { FieldControl } from '../../resource/view.ts'

const OFFERED = 18

export function MonthField({ control }: { control: FieldControl }) {
  const months = [today().slice(0, 7)]
  for (let last = months[0]; last !== undefined && months.length < OFFERED; ) {
    last = monthBefore(last)
    months.push(last)
  }
  const { value } = control
  return (
    <Select
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      name="month"
      withAsterisk
      data={months}
      value={typeof value === 'string' ? value : null}
      onChange={control.onChange}
    />
  )
}
