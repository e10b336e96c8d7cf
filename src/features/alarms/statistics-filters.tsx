// Which alarms the statistics count: the days, the columns of the time axis, kind, department, type.
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { department } from '../../domain/access/access.ts'
import { alarmTypes } from '../../domain/alarm/alarm-types.ts'
import { deviceKinds } from '../../domain/device/device.ts'
import { markOf } from '../../domain/entity.ts'
import { kindWords } from '../../resource/device-kind-words.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import type { Period } from '../../ui/period.ts'
import { PeriodPicker } from '../../ui/period-picker.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { typeWords } from './alarm-words.ts'
import css from './statistics-filters.module.css'
import { type Bucket, bucketsOf, type StatisticsSearch } from './statistics-search.ts'

interface StatisticsFiltersProps {
  search: StatisticsSearch
  period: Period
  by: Bucket
  onChange: (changes: Partial<StatisticsSearch>) => void
}

export function StatisticsFilters({ search, period, by, onChange }: StatisticsFiltersProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const bucketWords: Record<Bucket, string> = { hour: t`Hour`, day: t`Day`, week: t`Week`, month: t`Month` }
  return (
    <Stack gap={3}>
      <PeriodPicker {...period} onChange={({ from, to }) => onChange({ from, to })} />
      <Row wrap align="end" gap={3} className={css.fields}>
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
        {may(markOf(department, 'read')) && (
          <ReferenceSelect
            label={t`Department`}
            placeholder={t`All`}
            name="departmentId"
            entityKey="department"
            value={search.departmentId}
            onChange={id => onChange({ departmentId: typeof id === 'number' ? id : undefined })}
          />
        )}
        <div className={css.bucket}>
          <SegmentedFilter<Bucket>
            label={t`Columns of the time axis`}
            segments={bucketsOf(period).map(value => ({ value, label: bucketWords[value] }))}
            value={by}
            onChange={value => onChange({ by: value })}
          />
        </div>
      </Row>
    </Stack>
  )
}
