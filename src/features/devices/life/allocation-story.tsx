// One allocation in a few lines: progress, to whom, by whom, when, and what happened since.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../../ui/facts.tsx'
import { Stack } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { AllocationProgress } from './allocation-progress.tsx'
import { type Allocation, allocationOptions } from './allocation-query.ts'
import { allocationStateWords } from './life-words.ts'

export function AllocationStory({ row: listed }: { row: Allocation }) {
  const { i18n, t } = useLingui()
  // While it moves, the row is asked for by itself: colleagues who look on are not told live.
  const row = useQuery(allocationOptions(listed.id)).data ?? listed
  const word = allocationStateWords[row.state]
  return (
    <Stack gap={3}>
      <AllocationProgress row={row} wide />
      <Facts
        facts={[
          {
            id: 'state',
            label: t`State`,
            value: <SeverityBadge tone={word.tone}>{i18n._(word.label)}</SeverityBadge>,
          },
          { id: 'department', label: t`Department`, value: row.targetDepartmentName },
          { id: 'tenant', label: t`Tenant`, value: row.targetTenantName },
          { id: 'by', label: t`By`, value: row.userName },
          { id: 'began', label: t`Started at`, value: formatMoment(row.createdAt) },
          {
            id: 'finished',
            label: t`Finished`,
            value: row.finishedAt !== null && formatMoment(row.finishedAt),
          },
          {
            id: 'undone',
            label: t`Taken back at`,
            value: row.undoneAt !== null && formatMoment(row.undoneAt),
          },
          { id: 'undoneBy', label: t`Taken back by`, value: row.undoneBy },
          { id: 'note', label: t`Note`, value: row.note },
        ]}
      />
    </Stack>
  )
}
