// Which days, which columns, and of whom the analysis speaks.
import { useLingui } from '@lingui/react/macro'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import type { Period } from '../../ui/period.ts'
import { PeriodPicker } from '../../ui/period-picker.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import type { AnalysisSearch } from './analysis-search.ts'
import css from './statistics-filters.module.css'
import { type Bucket, bucketsOf } from './statistics-search.ts'

interface AnalysisFiltersProps {
  search: AnalysisSearch
  period: Period
  by: Bucket
  onChange: (changes: Partial<AnalysisSearch>) => void
}

export function AnalysisFilters({ search, period, by, onChange }: AnalysisFiltersProps) {
  const { t } = useLingui()
  const bucketWords: Record<Bucket, string> = { hour: t`Hour`, day: t`Day`, week: t`Week`, month: t`Month` }
  const idOf = (id: unknown) => (typeof id === 'number' ? id : undefined)
  return (
    <Stack gap={3}>
      <PeriodPicker {...period} onChange={({ from, to }) => onChange({ from, to })} />
      <Row wrap align="end" gap={3} className={css.fields}>
        <ReferenceSelect
          label={t`Department`}
          placeholder={t`All`}
          name="departmentId"
          entityKey="department"
          value={search.departmentId}
          onChange={id => onChange({ departmentId: idOf(id) })}
        />
        <ReferenceSelect
          label={t`Group`}
          placeholder={t`All`}
          name="groupId"
          entityKey="deviceGroup"
          value={search.groupId}
          onChange={id => onChange({ groupId: idOf(id) })}
        />
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
