// A button that fetches a file of a task: it needs the session, so a plain link cannot.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { downloadFile } from '../../resource/give-file.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'

interface FetchFileProps {
  endpoint: Endpoint<z.ZodMiniType<{ id: number }>>
  id: number
  /** What the file is called on this machine. */
  name: string
  label: string
  /** In a table: a plain element with a short label, which says aloud whose file it is. */
  plain?: { label: string; said: string }
}

export function FetchFile({ endpoint, id, name, label, plain }: FetchFileProps) {
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const fetchFile = async () => {
    setBusy(true)
    await downloadFile(endpoint, { id }, name)
    setBusy(false)
  }
  if (plain) {
    return (
      <button
        type="button"
        className={look({
          bare: true,
          inline: true,
          gap: 2,
          pad: 0,
          tone: 'accent',
          pointer: true,
          atLeast: 'chip',
          idle: true,
        })}
        disabled={busy || !online}
        aria-label={plain.said}
        onClick={event => {
          // The row itself opens the panel.
          event.stopPropagation()
          void fetchFile()
        }}
      >
        <Icon name="download" size={16} />
        {plain.label}
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
      {label}
    </Button>
  )
}
