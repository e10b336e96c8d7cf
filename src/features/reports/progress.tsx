// How far a task is: rows of how many, and for an import how many of them were refused.
import { Plural, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { task } from '../../domain/task/task.ts'
import { Inline, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './progress.module.css'

type Task = Pick<RowOf<typeof task>, 'state' | 'rows' | 'totalRows' | 'failedRows' | 'skippedRows' | 'kind'>

export function Progress({ row }: { row: Task }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const rows = format.format(row.rows)
  const refused = row.failedRows > 0 && (
    <Text tone="critical" nowrap>
      <Plural value={row.failedRows} one="# refused" other={`${format.format(row.failedRows)} refused`} />
    </Text>
  )
  if (row.totalRows === null || row.state === 'done') {
    return (
      <Inline gap={2} shrink className={css.progress}>
        <bdi>{row.rows > 0 || row.state === 'done' ? rows : '—'}</bdi>
        {refused}
      </Inline>
    )
  }
  const total = format.format(row.totalRows)
  return (
    <Inline gap={2} shrink className={css.progress}>
      {(row.state === 'running' || row.state === 'waiting') && (
        <progress max={Math.max(1, row.totalRows)} value={row.rows} aria-label={t`Progress`} />
      )}
      <bdi>{t`${rows} of ${total}`}</bdi>
      {refused}
    </Inline>
  )
}
