// Fetches the file of a finished task.
import { useLingui } from '@lingui/react/macro'
import { taskFile } from '../../contract/endpoints/message.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { task } from '../../domain/task/task.ts'
import { FetchFile } from './fetch-file.tsx'

interface TaskDownloadProps {
  row: Pick<RowOf<typeof task>, 'id' | 'state' | 'fileName' | 'bytes'>
  plain?: boolean
}

export function TaskDownload({ row, plain = false }: TaskDownloadProps) {
  const { t } = useLingui()
  // An import reads a file and leaves none.
  if (row.state !== 'done' || row.bytes === null) return plain ? <>—</> : null
  return (
    <FetchFile
      endpoint={taskFile}
      id={row.id}
      name={row.fileName}
      label={t`Download`}
      {...(plain && { plain: { label: t`Download`, said: t`Download ${row.fileName}` } })}
    />
  )
}
