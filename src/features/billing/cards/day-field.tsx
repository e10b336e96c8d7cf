// A day in a form, kept as the moment it begins in the viewer's zone.
import { TextInput } from '@mantine/core'
import type { FieldControl } from '../../../resource/view.ts'
import { formatDay } from '../../../ui/locale.ts'

export function DayField({ control, of }: { control: FieldControl; of: string }) {
  const { value, onChange } = control
  return (
    <TextInput
      type="date"
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      name={of}
      value={typeof value === 'number' ? formatDay(value) : ''}
      onChange={event => {
        const at = new Date(`${event.currentTarget.value}T00:00`).getTime()
        onChange(Number.isNaN(at) ? null : at)
      }}
    />
  )
}
