// A background job beside the list: what it is about, why it failed, when it is tried again.
import { useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import type { Job } from '../../domain/job/job.ts'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { jobFailures } from './job-words.ts'
import css from './progress.module.css'

export function JobPeek({ row }: { row: Job }) {
  const { i18n, t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const moment = (at: number | null) => (at === null ? undefined : <bdi dir="ltr">{formatMoment(at)}</bdi>)
  return (
    <div className={css.peek}>
      {row.failure !== null && (
        <Alert color={row.state === 'failed' ? 'critical' : 'attention'}>
          {i18n._(jobFailures[row.failure])}
        </Alert>
      )}
      <Facts
        facts={[
          { id: 'about', label: t`About`, value: row.subject ? <bdi>{row.subject}</bdi> : undefined },
          { id: 'tries', label: t`Attempts`, value: format.format(row.tries) },
          { id: 'next', label: t`Next attempt`, value: moment(row.nextAt) },
          { id: 'started', label: t`Started`, value: moment(row.startedAt) },
          { id: 'asked', label: t`Requested at`, value: <Age at={row.createdAt} /> },
          { id: 'tenant', label: t`Tenant`, value: row.tenantName },
          {
            id: 'detail',
            label: t`Error`,
            value: row.detail ? <bdi dir="ltr">{row.detail}</bdi> : undefined,
          },
        ]}
      />
    </div>
  )
}
