// The name of a fence: an empty one is refused in the words of the specification.
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { isBlank } from '../../domain/text-input.ts'
import type { FieldControl } from '../../resource/view.ts'

const LONGEST = 60

export function NameField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const empty = control.error !== undefined && isBlank(control.value)
  return (
    <TextInput
      label={control.label}
      name="name"
      withAsterisk
      autoComplete="off"
      maxLength={LONGEST}
      disabled={control.disabled}
      error={empty ? t`Geofence name must not be empty` : control.error}
      value={typeof control.value === 'string' ? control.value : ''}
      onChange={event => control.onChange(event.currentTarget.value)}
    />
  )
}
