// Which alarms the statistics count, beside the days and the department: those of a type, of a kind of device.
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { alarmTypes } from '../../domain/alarm/alarm-types.ts'
import { deviceKinds } from '../../domain/device/device.ts'
import { kindWords } from '../../resource/device-kind-words.ts'
import { typeWords } from './alarm-words.ts'
import type { StatisticsSearch } from './statistics-search.ts'

interface StatisticsFiltersProps {
  search: StatisticsSearch
  onChange: (changes: Partial<StatisticsSearch>) => void
}

export function StatisticsFilters({ search, onChange }: StatisticsFiltersProps) {
  const { i18n, t } = useLingui()
  return (
    <>
      <Select
        label={t`Alarm type`}
        placeholder={t`All`}
        clearable
        searchable
        data={alarmTypes
          .filter(type => !type.startsWith('reserved') || type === search.type)
          .map(type => ({ value: type, label: i18n._(typeWords[type]) }))}
        value={search.type ?? null}
        onChange={type => onChange({ type: alarmTypes.find(each => each === type) })}
      />
      <Select
        label={t`Device type`}
        placeholder={t`All`}
        clearable
        searchable
        data={deviceKinds.map(kind => ({ value: kind, label: i18n._(kindWords[kind].label) }))}
        value={search.kind ?? null}
        onChange={kind => onChange({ kind: deviceKinds.find(each => each === kind) })}
      />
    </>
  )
}
