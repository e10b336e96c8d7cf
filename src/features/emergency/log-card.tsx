// The log of the emergency in the order in which things happened; written into with or without a network.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { emergency } from '../../domain/emergency/emergency.ts'
import { newKey } from '../../platform/http.ts'
import { queuedActions } from '../../platform/queue.ts'
import { useActions } from '../../resource/actions.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { List, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { waitingNotes } from './emergency-query.ts'
import { LogLine } from './log-line.tsx'
import { RoomCard, type RoomPart } from './room-card.tsx'

export function LogCard({ row, log }: RoomPart) {
  const { t } = useLingui()
  const may = useRights()
  const queued = useSyncExternalStore(queuedActions.subscribe, queuedActions.read)
  const waiting = waitingNotes(queued, row.id)
  return (
    <RoomCard name={t`Log`}>
      {may(emergency.commands.note.permission) && <NoteForm row={row} />}
      <List as="ol" stack gap={3} above={3}>
        {waiting.toReversed().map(({ event, text, at, refused }) => (
          <li key={event}>
            <Text as="p" lines breaks>
              <bdi>{text}</bdi>
            </Text>
            <Text as="p" size="caption" tone="attention">
              <bdi dir="ltr">{formatMoment(at)}</bdi>
              {' · '}
              {refused ? <Trans>refused</Trans> : <Trans>waits for the network</Trans>}
            </Text>
          </li>
        ))}
        {log.entries.toReversed().map(entry => (
          <LogLine key={entry.id} entry={entry} entries={log.entries} />
        ))}
      </List>
    </RoomCard>
  )
}

function NoteForm({ row }: Pick<RoomPart, 'row'>) {
  const { t } = useLingui()
  const { give } = useActions()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || busy) return
    setBusy(true)
    if (await give('note', [row], { event: newKey(), text: text.trim() })) setText('')
    setBusy(false)
  }
  return (
    <form
      className={look({ stack: true, align: 'end', gap: 2, columns: 'restEnd' })}
      onSubmit={event => void send(event)}
    >
      <Textarea
        aria-label={t`Note`}
        placeholder={t`Write into the log`}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={2000}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event)
        }}
      />
      <Button type="submit" loading={busy} disabled={text.trim() === ''}>
        <Trans>Write note</Trans>
      </Button>
    </form>
  )
}
