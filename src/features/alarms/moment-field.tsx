// A day with a time of day in a form, in the viewer's zone.
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldControl } from '../../resource/view.ts'
import { formatMoment } from '../../ui/locale.ts'

/** `2026-11-21T16:30`, as the browser's own field wants it. */
const inField = (value: unknown): string =>
  typeof value === 'number' ? formatMoment(value).slice(0, 16).replace(' ', 'T') : ''

export function MomentField({ control, children }: { control: FieldControl; children?: ReactNode }) {
  return (
    <div>
      <TextInput
        type="datetime-local"
        dir="ltr"
        label={control.label}
        error={control.error}
        disabled={control.disabled}
        withAsterisk
        value={inField(control.value)}
        onChange={event => {
          const at = new Date(event.currentTarget.value).getTime()
          control.onChange(Number.isNaN(at) ? undefined : at)
        }}
      />
      {children}
    </div>
  )
}
