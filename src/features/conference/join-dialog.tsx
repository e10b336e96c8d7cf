// The dialog by which one enters a room: its number, and its password where it has one.
import { useLingui } from '@lingui/react/macro'
import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { FIRST_ROOM, ROOM_PASSWORD_LENGTH } from '../../domain/conference/conference.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Row, Stack } from '../../ui/kit/parts.tsx'

/** A longer number is none; how it is written the server says. */
const ROOM_NUMBER_LENGTH = 9

export interface JoinDialogProps {
  /** What is shown at first. */
  roomId?: string | undefined
  /** The room has asked for a password: for the first time, or because the last one was wrong. */
  password?: 'wanted' | 'wrong' | undefined
  busy: boolean
  onJoin: (roomId: string, password: string | undefined) => void
  onCancel: () => void
}

export function JoinDialog({ roomId = FIRST_ROOM, password, busy, onJoin, onCancel }: JoinDialogProps) {
  useFocusBack()
  const { t } = useLingui()
  const [number, setNumber] = useState(roomId)
  const [word, setWord] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onJoin(number.trim(), word || undefined)
  }
  return (
    <Modal
      opened
      onClose={onCancel}
      size="sm"
      title={t({ message: 'Join room', context: 'conference' })}
      closeButtonProps={{ 'aria-label': t`Close`, iconSize: 18 }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap={4}>
          <TextInput
            label={t({ message: 'Room number', context: 'conference' })}
            value={number}
            maxLength={ROOM_NUMBER_LENGTH}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            data-autofocus={password === undefined || undefined}
            // A room's number has digits alone; what else was pasted or typed is left out.
            onChange={event => setNumber(event.currentTarget.value.replace(/\D/g, ''))}
          />
          {password && (
            <TextInput
              type="password"
              label={t({ message: 'Room password', context: 'conference' })}
              error={
                password === 'wrong' && t({ message: 'The room password is wrong', context: 'conference' })
              }
              value={word}
              maxLength={ROOM_PASSWORD_LENGTH}
              autoComplete="off"
              dir="ltr"
              data-autofocus
              onChange={event => setWord(event.currentTarget.value)}
            />
          )}
          <Row wrap justify="end" gap={2}>
            <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
            <Button type="submit" loading={busy}>
              {t({ message: 'Join', context: 'conference' })}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}
