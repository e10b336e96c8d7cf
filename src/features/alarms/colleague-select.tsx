// Chooses who shall see to an alarm: those who may handle it and whose scope covers it, with what they have already.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { alarmColleagues } from '../../contract/endpoints/message.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import type { FieldControl } from '../../resource/view.ts'

export function ColleagueSelect({ value, onChange, error, disabled, label, rows }: FieldControl) {
  const { i18n, t } = useLingui()
  const id = rows[0]?.id ?? 0
  const people = useQuery({
    queryKey: ['alarm', id, 'colleagues'] as const,
    queryFn: ({ signal }) => sendRequest(alarmColleagues, { id }, { signal }),
    enabled: id > 0,
  })
  const options = (people.data ?? []).map(person => {
    const name = person.name
    const hands = t`${plural(person.inHand, { one: '# alarm in hand', other: '# alarms in hand' })}`
    return {
      value: String(person.id),
      label: [name, person.departmentName, person.inHand > 0 ? hands : null].filter(Boolean).join(' · '),
    }
  })
  return (
    <Select
      label={label}
      error={error ?? (people.isError ? i18n._(wordsForError(people.error)) : undefined)}
      disabled={disabled}
      withAsterisk
      searchable
      data-autofocus
      data={options}
      value={typeof value === 'number' ? String(value) : null}
      onChange={chosen => onChange(chosen === null ? undefined : Number(chosen))}
      nothingFoundMessage={people.isPending ? t`Loading` : t`Nobody else may handle it`}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
