// Fetches the file of a finished task: it needs the session, so a plain link cannot.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { taskFile } from '../../contract/endpoints/message.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { task } from '../../domain/task/task.ts'
import { callForFile } from '../../platform/http.ts'
import { giveFile } from '../../resource/give-file.ts'
import { tellFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './progress.module.css'

interface TaskDownloadProps {
  row: Pick<RowOf<typeof task>, 'id' | 'state' | 'fileName' | 'bytes'>
  /** In a table: a plain element instead of a button. */
  plain?: boolean
}

export function TaskDownload({ row, plain = false }: TaskDownloadProps) {
  const { t } = useLingui()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  // An import reads a file and leaves none.
  if (row.state !== 'done' || row.bytes === null) return plain ? <>—</> : null
  const fetchFile = async () => {
    setBusy(true)
    try {
      giveFile(await callForFile(taskFile, { id: row.id }), row.fileName)
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  if (plain) {
    return (
      <button
        type="button"
        className={css.link}
        disabled={busy || !online}
        aria-label={t`Download ${row.fileName}`}
        onClick={event => {
          // The row itself opens the panel.
          event.stopPropagation()
          void fetchFile()
        }}
      >
        <Icon name="download" size={16} />
        {t`Download`}
      </button>
    )
  }
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={!online}
      leftSection={<Icon name="download" />}
      onClick={() => void fetchFile()}
    >
      {t`Download`}
    </Button>
  )
}
