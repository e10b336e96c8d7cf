// Fields of a form about when something holds: days of the week, and the zone they are of.

import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useIntlLocale } from '../ui/locale.ts'
import { dayName } from '../ui/week.ts'
import { ChoiceField } from './choice-field.tsx'
import type { FieldControl } from './view.ts'
import { tenantZone } from './zone.ts'

export function DaysField({ control }: { control: FieldControl }) {
  const locale = useIntlLocale()
  const days = [1, 2, 3, 4, 5, 6, 7].map(day => ({ value: day, label: dayName(day, locale) }))
  return <ChoiceField control={control} words={days} />
}

export function ZoneField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const value = typeof control.value === 'string' ? control.value : tenantZone()
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <Select
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      searchable
      allowDeselect={false}
      limit={100}
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      onChange={control.onChange}
      nothingFoundMessage={t`Nothing found`}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
