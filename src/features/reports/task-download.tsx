// Fetches the file of a finished task: it needs the session, so a plain link cannot.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { taskFile } from '../../contract/endpoints/message.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { task } from '../../domain/task/task.ts'
import { callForFile } from '../../platform/http.ts'
import { tellFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './progress.module.css'

/** Long enough for the browser to have begun writing. */
const KEPT_MS = 60_000

function give(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}

interface TaskDownloadProps {
  row: Pick<RowOf<typeof task>, 'id' | 'state' | 'fileName'>
  /** In a table: a plain element instead of a button. */
  plain?: boolean
}

export function TaskDownload({ row, plain = false }: TaskDownloadProps) {
  const { t } = useLingui()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  if (row.state !== 'done') return plain ? <>—</> : null
  const fetchFile = async () => {
    setBusy(true)
    try {
      give(await callForFile(taskFile, { id: row.id }), row.fileName)
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
