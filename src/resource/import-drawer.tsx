// Reads a sheet into a list: choose the file, see what becomes of its columns, check, import, fetch what was refused.

import { useLingui } from '@lingui/react/macro'
import { Alert, Drawer } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { type sheetOfFile as sheetEndpoint, sheetOfFile, uploadFile } from '../contract/endpoints/file.ts'
import { task } from '../domain/task/task.ts'
import { newKey, sendRequest } from '../platform/http.ts'
import { upload } from '../platform/upload.ts'
import { useFocusBack } from '../ui/arrival-focus.ts'
import { ownZone } from '../ui/calendar.ts'
import { Stack } from '../ui/kit/parts.tsx'
import { useScreen } from '../ui/pointer.ts'
import { wordsForError } from './error-words.ts'
import { ImportChoose } from './import-choose.tsx'
import { ImportColumns } from './import-columns.tsx'
import { importFields, importWords, matchHeadings } from './import-fields.ts'
import { ImportResult } from './import-result.tsx'
import { endpointsFor, invalidateEntity } from './query.ts'
import type { View } from './view.ts'

export type Existing = 'refuse' | 'change' | 'skip'
export type SheetPreview = z.output<(typeof sheetEndpoint)['response']>

interface Chosen {
  fileId: number
  name: string
  sheet: SheetPreview
}

export interface ImportDrawerProps {
  view: View
  onClose: () => void
}

export default function ImportDrawer({ view, onClose }: ImportDrawerProps) {
  useFocusBack()
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const phone = useScreen() === 'phone'
  const fields = useMemo(() => importFields(view, i18n), [view, i18n])
  const [chosen, setChosen] = useState<Chosen>()
  const [headings, setHeadings] = useState<Readonly<Record<string, string>>>({})
  const [existing, setExisting] = useState<Existing>('refuse')
  const [part, setPart] = useState<number>()
  const [failure, setFailure] = useState<unknown>()
  const [running, setRunning] = useState<{ taskId: number; dryRun: boolean }>()
  const title = i18n._(view.title)

  const choose = async (file: File) => {
    setFailure(undefined)
    setPart(0)
    try {
      const kept = await upload(uploadFile, file, { onProgress: setPart })
      const sheet = await sendRequest(sheetOfFile, { id: kept.id })
      setChosen({ fileId: kept.id, name: file.name, sheet })
      setHeadings(matchHeadings(fields, sheet.headings))
    } catch (error) {
      setFailure(error)
    } finally {
      setPart(undefined)
    }
  }
  const start = async (dryRun: boolean) => {
    if (!chosen) return
    setFailure(undefined)
    const used = fields.filter(({ of }) => headings[of] !== undefined)
    try {
      const { taskId } = await sendRequest(
        endpointsFor(view.entity).import,
        {
          fileId: chosen.fileId,
          columns: used.map(({ of }) => ({ of, label: headings[of] ?? '' })),
          words: Object.fromEntries(used.flatMap(({ of, words }) => (words ? [[of, words]] : []))),
          existing,
          dryRun,
          said: importWords(i18n),
          zone: ownZone(),
        },
        { idempotencyKey: newKey() },
      )
      setRunning({ taskId, dryRun })
      void invalidateEntity(client, task)
    } catch (error) {
      setFailure(error)
    }
  }
  const again = () => {
    setRunning(undefined)
    setChosen(undefined)
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 720}
      title={t`Import: ${title}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap={5} shrink>
        {failure !== undefined && (
          <Alert color="critical" role="alert">
            {i18n._(wordsForError(failure))}
          </Alert>
        )}
        {running ? (
          <ImportResult
            key={running.taskId}
            {...running}
            onImport={() => void start(false)}
            onBack={() => setRunning(undefined)}
            onAgain={again}
            onClose={onClose}
            onDone={() => void invalidateEntity(client, view.entity)}
          />
        ) : chosen ? (
          <ImportColumns
            fields={fields}
            view={view}
            name={chosen.name}
            sheet={chosen.sheet}
            headings={headings}
            onHeadings={setHeadings}
            existing={existing}
            onExisting={setExisting}
            onCheck={() => void start(true)}
            onImport={() => void start(false)}
            onBack={again}
          />
        ) : (
          <ImportChoose view={view} fields={fields} part={part} onFile={file => void choose(file)} />
        )}
      </Stack>
    </Drawer>
  )
}
