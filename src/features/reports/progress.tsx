// How many rows a task has written, of how many.
import { useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { task } from '../../domain/task/task.ts'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './progress.module.css'

export function Progress({ row }: { row: Pick<RowOf<typeof task>, 'state' | 'rows' | 'totalRows'> }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const rows = format.format(row.rows)
  if (row.totalRows === null) return <>{row.rows > 0 ? rows : '—'}</>
  if (row.state === 'done') return <>{rows}</>
  const total = format.format(row.totalRows)
  return (
    <span className={css.progress}>
      {row.state === 'running' && (
        <progress max={Math.max(1, row.totalRows)} value={row.rows} aria-label={t`Rows written`} />
      )}
      <bdi>{t`${rows} of ${total}`}</bdi>
    </span>
  )
}
