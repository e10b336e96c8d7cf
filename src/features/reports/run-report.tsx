// Makes the file of a report now; it waits in the download tasks.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RowOf } from '../../domain/entity.ts'
import { report } from '../../domain/report/report.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { showToast } from '../../platform/toast.ts'
import { endpointsFor, invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { fileWords } from './report-file-words.ts'
import { useReportWords } from './report-words.ts'

export function RunReport({ row }: { row: RowOf<typeof report> }) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const foreign = useReportWords()
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const run = async () => {
    setBusy(true)
    try {
      const words = fileWords(row, foreign, message => i18n._(message))
      const { results } = await sendRequest(
        endpointsFor(report).command('run'),
        { ids: [row.id], input: { words } },
        { idempotencyKey: key.current },
      )
      const refused = results.find(({ ok }) => !ok)
      if (refused)
        throw new RequestError({
          kind: 'refused',
          id: refused.error?.id ?? 'failed',
          params: refused.error?.params,
        })
      key.current = newKey()
      showToast({ kind: 'ok', message: msg`The file is being made. It will wait in the download tasks.` })
      await invalidateEntity(client, report)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      leftSection={<Icon name="download" />}
      loading={busy}
      disabled={!online}
      onClick={() => void run()}
    >
      {t`Create the file`}
    </Button>
  )
}
