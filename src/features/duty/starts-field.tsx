// Times of day in one field of a form, and as text.
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldControl } from '../../resource/view.ts'
import { clockOf } from '../../ui/week.ts'
import { readTimes } from './read-times.ts'

/** Minutes of the day as `08:00, 20:30`. */
export const clockTimes = (minutes: unknown): string =>
  Array.isArray(minutes)
    ? minutes
        .filter(minute => typeof minute === 'number')
        .map(clockOf)
        .join(', ')
    : ''

export function StartsField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(() => clockTimes(control.value))
  return (
    <TextInput
      label={control.label}
      description={t`Times of day with a comma between them: 08:00, 14:30`}
      error={control.error}
      disabled={control.disabled}
      value={typed}
      onChange={event => {
        setTyped(event.currentTarget.value)
        // What is no time stays as it was typed, so that the form is refused with it.
        control.onChange(readTimes(event.currentTarget.value) ?? event.currentTarget.value)
      }}
    />
  )
}
