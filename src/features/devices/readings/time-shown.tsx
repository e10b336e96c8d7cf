// Chooses the time a page shows: the last day, week or month, or days of one's own.
import { useLingui } from '@lingui/react/macro'
import { endOfDay, startOfDay } from '../../../ui/period.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import type { ReadingSearch } from './reading-search.ts'
import type { ShownTime } from './use-period.ts'

interface TimeShownProps {
  time: ShownTime
  onChange: (changes: Pick<ReadingSearch, 'from' | 'to' | 'span'>) => void
}

export function TimeShown({ time: { period, span }, onChange }: TimeShownProps) {
  const { t } = useLingui()
  return (
    <SegmentedFilter
      label={t`Time shown`}
      segments={[
        { value: 'day', label: t`24 h` },
        { value: 'week', label: t`7 days` },
        { value: 'month', label: t`30 days` },
        { value: 'other', label: t`Other days` },
      ]}
      value={span ?? 'other'}
      onChange={next =>
        onChange(
          next === 'other'
            ? { from: startOfDay(period.to), to: endOfDay(period.to), span: undefined }
            : { span: next, from: undefined, to: undefined },
        )
      }
    />
  )
}
