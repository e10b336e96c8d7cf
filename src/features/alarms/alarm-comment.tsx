// Writes into the timeline of an alarm, without a network too.
import { useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import { useActions } from '../../resource/actions.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import type { AlarmRow } from './alarm-row.ts'

const LONGEST = 500

export function AlarmComment({ row }: { row: AlarmRow }) {
  const { t } = useLingui()
  const may = useRights()
  const { give } = useActions()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  if (!may(alarm.commands.comment.permission)) return null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const text = note.trim()
    if (text === '' || busy) return
    setBusy(true)
    if (await give('comment', [row], { note: text })) setNote('')
    setBusy(false)
  }
  return (
    <form
      className={look({ stack: true, align: 'end', gap: 2, above: 3, columns: 'restEnd' })}
      onSubmit={event => void send(event)}
    >
      <Textarea
        aria-label={t`Comment`}
        placeholder={t`Write into the timeline`}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LONGEST}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event)
        }}
      />
      <Button type="submit" variant="default" loading={busy} disabled={note.trim() === ''}>
        {t`Comment`}
      </Button>
    </form>
  )
}
