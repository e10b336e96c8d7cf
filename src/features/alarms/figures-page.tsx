// The page of figures about alarms, at two addresses: what is counted above, the figures of either address below.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { department } from '../../domain/access/access.ts'
import { markOf } from '../../domain/entity.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { PeriodField } from '../../ui/dates/period-field.tsx'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import type { Period } from '../../ui/period.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { StaleBadge } from '../../ui/states.tsx'
import css from './figures-page.module.css'
import { type Bucket, bucketsOf, type FiguresSearch } from './statistics-search.ts'

interface FiguresPageProps {
  title: string
  count?: number | undefined
  end: ReactNode
  /** When what is shown was read, where it is not of now. */
  staleAt: number | undefined
  search: FiguresSearch
  period: Period
  by: Bucket
  onChange: (changes: Partial<FiguresSearch>) => void
  /** Further filters, before and after the department. */
  before?: ReactNode
  after?: ReactNode
  children: ReactNode
}

export function FiguresPage(props: FiguresPageProps) {
  const { title, count, end, staleAt, search, period, by, onChange, before, after, children } = props
  const { t } = useLingui()
  const may = useRights()
  const bucketWords: Record<Bucket, string> = { hour: t`Hour`, day: t`Day`, week: t`Week`, month: t`Month` }
  return (
    <PageFrame scrolls>
      <PageHead title={title} count={count} end={end}>
        {staleAt !== undefined && <StaleBadge at={staleAt} />}
      </PageHead>
      <Stack gap={3}>
        <PeriodField {...period} onChange={({ from, to }) => onChange({ from, to })} />
        <Row wrap align="end" gap={3} className={css.fields}>
          {before}
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
          {after}
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
      {children}
    </PageFrame>
  )
}
