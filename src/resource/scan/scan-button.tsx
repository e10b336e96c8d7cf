// Chooses a row by its label, beside a field that is otherwise searched in.
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { showToast } from '../../platform/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { wordsForError } from '../error-words.ts'
import { type Labelled, labelOptions } from './find-label.ts'

const ScanDrawer = lazy(async () => ({ default: (await import('./scan-drawer.tsx')).ScanDrawer }))

interface ScanButtonProps {
  /** Of the rows that may be chosen; a label of anything else is refused in words. */
  entityKey: string
  onFound: (found: Labelled) => void
}

export function ScanButton({ entityKey, onFound }: ScanButtonProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const take = async (code: string) => {
    try {
      const found = await client.fetchQuery(labelOptions(client, code))
      if (found.entity !== entityKey) {
        const text = t`${found.name} cannot be chosen here.`
        showToast({ kind: 'tip', message: { id: text, message: text } })
        return
      }
      setOpen(false)
      onFound(found)
    } catch (error) {
      showToast({ kind: 'tip', message: wordsForError(error) })
    }
  }
  return (
    <>
      <IconButton icon="camera" label={t`Scan the label`} onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <ScanDrawer onCode={code => void take(code)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
