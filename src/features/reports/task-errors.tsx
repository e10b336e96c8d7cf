// Fetches the rows that an import refused, with the reason beside each.
import { useLingui } from '@lingui/react/macro'
import { taskErrors } from '../../contract/endpoints/report.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { task } from '../../domain/task/task.ts'
import { FetchFile } from './fetch-file.tsx'

interface TaskErrorsProps {
  row: Pick<RowOf<typeof task>, 'id' | 'fileName' | 'failedRows' | 'kind'>
  plain?: boolean
}

export function TaskErrors({ row, plain = false }: TaskErrorsProps) {
  const { t } = useLingui()
  if (row.kind !== 'import' || row.failedRows === 0) return null
  return (
    <FetchFile
      endpoint={taskErrors}
      id={row.id}
      name={t`Refused rows ${row.fileName}`}
      label={t`Refused rows with reasons`}
      {...(plain && { plain: { label: t`Refused rows`, said: t`Refused rows of ${row.fileName}` } })}
    />
  )
}
