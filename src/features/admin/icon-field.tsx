// Chooses an icon by name and by sight.
import { Select } from '@mantine/core'
import type { FieldControl } from '../../resource/view.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'

export function IconField({
  label,
  value,
  error,
  disabled,
  onChange,
  names,
}: FieldControl & { names: readonly IconName[] }) {
  const chosen = names.find(name => name === value)
  return (
    <Select
      label={label}
      name="icon"
      error={error}
      disabled={disabled}
      data={names}
      value={chosen ?? null}
      onChange={next => onChange(next ?? '')}
      searchable
      clearable
      comboboxProps={{ withinPortal: true }}
      leftSection={chosen && <Icon name={chosen} size={16} />}
      renderOption={({ option }) => {
        const name = names.find(each => each === option.value)
        return (
          <>
            {name && <Icon name={name} size={16} />} {option.label}
          </>
        )
      }}
    />
  )
}
