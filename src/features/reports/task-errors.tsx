// Fetches the rows that an import refused, with the reason beside each.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { taskErrors } from '../../contract/endpoints/report.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { task } from '../../domain/task/task.ts'
import { callForFile } from '../../platform/http.ts'
import { giveFile } from '../../resource/give-file.ts'
import { tellFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './progress.module.css'

interface TaskErrorsProps {
  row: Pick<RowOf<typeof task>, 'id' | 'fileName' | 'failedRows' | 'kind'>
  /** In a table: a plain element instead of a button. */
  plain?: boolean
}

export function TaskErrors({ row, plain = false }: TaskErrorsProps) {
  const { t } = useLingui()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  if (row.kind !== 'import' || row.failedRows === 0) return null
  const fetchFile = async () => {
    setBusy(true)
    try {
      giveFile(await callForFile(taskErrors, { id: row.id }), t`Refused rows ${row.fileName}`)
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
        aria-label={t`Refused rows of ${row.fileName}`}
        onClick={event => {
          // The row itself opens the panel.
          event.stopPropagation()
          void fetchFile()
        }}
      >
        <Icon name="download" size={16} />
        {t`Refused rows`}
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
      {t`Refused rows with reasons`}
    </Button>
  )
}
