// A task beside the list: what it does, how far it is, what became of it.
import { useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import type { RowOf } from '../../domain/entity.ts'
import type { task } from '../../domain/task/task.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Stack } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { EntityName } from './entity-name.tsx'
import { FileSize } from './file-size.tsx'
import css from './progress.module.css'
import { Progress } from './progress.tsx'

export function TaskPeek({ row }: { row: RowOf<typeof task> }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const reason = useReason(row.reason)
  const saved = row.rows - row.failedRows - row.skippedRows
  const ended = row.finishedAt !== null
  return (
    <Stack gap={3} shrink className={css.peek}>
      {!ended && <Progress row={row} />}
      {reason !== undefined && (
        <Alert color={row.reason === 'cancelled' ? 'attention' : 'critical'}>{reason}</Alert>
      )}
      <Facts
        facts={[
          { id: 'list', label: t`List`, value: <EntityName entity={row.entity} /> },
          { id: 'dry', label: t`Only checked`, value: row.dryRun ? t`Nothing was saved` : undefined },
          {
            id: 'rows',
            label: row.kind === 'import' ? t`Rows read` : t`Rows`,
            value: ended ? format.format(row.rows) : undefined,
          },
          {
            id: 'saved',
            label: row.dryRun ? t`Could be saved` : t`Saved`,
            value: row.kind === 'import' ? format.format(saved) : undefined,
          },
          {
            id: 'failed',
            label: t`Refused`,
            value: row.failedRows > 0 ? format.format(row.failedRows) : undefined,
          },
          {
            id: 'skipped',
            label: t`Left as they are`,
            value: row.skippedRows > 0 ? format.format(row.skippedRows) : undefined,
          },
          {
            id: 'size',
            label: t`Size`,
            value: row.bytes === null ? undefined : <FileSize bytes={row.bytes} />,
          },
          { id: 'who', label: t`Requested by`, value: row.userName },
          { id: 'asked', label: t`Requested at`, value: <Age at={row.createdAt} /> },
          {
            id: 'finished',
            label: t`Finished`,
            value: row.finishedAt === null ? undefined : <bdi dir="ltr">{formatMoment(row.finishedAt)}</bdi>,
          },
        ]}
      />
    </Stack>
  )
}

/** Why a task has not come to its end, in words. */
function useReason(reason: string | null): string | undefined {
  const { i18n, t } = useLingui()
  if (reason === null) return undefined
  if (reason === 'cancelled') return t`Cancelled`
  if (reason === 'timeout') return t`It took too long and was stopped`
  if (reason === 'forbidden') return t`Your role no longer allows it`
  const words = wordsForId(reason)
  return words ? i18n._(words) : reason
}
