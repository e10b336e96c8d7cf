// Chooses alarm types in a form, the most urgent first.
import { useLingui } from '@lingui/react/macro'
import { MultiSelect } from '@mantine/core'
import { alarmTypes, severities, severityOf } from '../../domain/alarm/alarm-types.ts'
import type { FieldControl } from '../../resource/view.ts'
import { severityWords, typeWords } from './alarm-words.ts'

const named = alarmTypes.filter(type => !type.startsWith('reserved'))

interface TypesFieldProps {
  control: FieldControl
  /** What an empty choice means. */
  none: string
}

export function TypesField({ control, none }: TypesFieldProps) {
  const { i18n } = useLingui()
  const chosen = Array.isArray(control.value) ? control.value.map(String) : []
  // A reserved type that a device uses all the same is offered once it is chosen.
  const offered = [
    ...named,
    ...alarmTypes.filter(type => type.startsWith('reserved') && chosen.includes(type)),
  ]
  return (
    <MultiSelect
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      placeholder={chosen.length === 0 ? none : ''}
      searchable
      clearable
      data={severities.map(severity => ({
        group: i18n._(severityWords[severity]),
        items: offered
          .filter(type => severityOf(type) === severity)
          .map(type => ({ value: type, label: i18n._(typeWords[type]) })),
      }))}
      value={chosen}
      onChange={control.onChange}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
