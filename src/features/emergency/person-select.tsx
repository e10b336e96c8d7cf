// Chooses among the people who may read the emergency.
import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { peopleOptions } from './emergency-query.ts'

interface PersonSelectProps {
  emergencyId: number
  label: string
  value: number | undefined
  onChange: (id: number | undefined) => void
}

export function PersonSelect({ emergencyId, label, value, onChange }: PersonSelectProps) {
  const { data } = useQuery(peopleOptions(emergencyId))
  return (
    <Select
      label={label}
      searchable
      clearable
      value={value === undefined ? null : String(value)}
      data={(data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={chosen => onChange(chosen === null ? undefined : Number(chosen))}
    />
  )
}

interface PeopleSelectProps extends Omit<PersonSelectProps, 'value' | 'onChange'> {
  value: readonly number[]
  onChange: (ids: number[]) => void
}

export function PeopleSelect({ emergencyId, label, value, onChange }: PeopleSelectProps) {
  const { data } = useQuery(peopleOptions(emergencyId))
  return (
    <MultiSelect
      label={label}
      searchable
      clearable
      hidePickedOptions
      value={value.map(String)}
      data={(data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={chosen => onChange(chosen.map(Number))}
    />
  )
}
