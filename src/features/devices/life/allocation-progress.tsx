// How far an allocation got: what is handed out, what failed, and of whole.
import { useLingui } from '@lingui/react/macro'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import type { Allocation } from './allocation-query.ts'
import { ProgressLine } from './progress-line.tsx'

type Progress = Pick<Allocation, 'state' | 'total' | 'done' | 'failed'>

export function AllocationProgress({ row, wide }: { row: Progress; wide?: boolean }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const { state, done, failed, total } = row
  const [handed, all] = [format.format(done), format.format(total)]
  return (
    <ProgressLine
      label={t`Devices allocated`}
      total={total}
      parts={[
        { id: 'done', value: done, tone: state === 'undoing' ? 'attention' : 'ok' },
        { id: 'failed', value: failed, tone: 'critical' },
      ]}
      wide={wide ?? false}
    >
      {t`${handed} of ${all}`}
    </ProgressLine>
  )
}
