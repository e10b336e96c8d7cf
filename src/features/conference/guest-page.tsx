// The page of a guest's link: one says who one is, and is let in by a host; without an account and without a console.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { NAME_LENGTH } from '../../domain/limits.ts'
import type { RoomTicket } from '../../platform/conference/port.ts'
import { showPageTitle } from '../../platform/page-title.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Center, Stack, Text } from '../../ui/kit/parts.tsx'
import type { RoomPorts } from './room.driver.ts'
import { RoomPage } from './room-page.tsx'

export interface GuestPageProps {
  ports: Omit<RoomPorts, 'ticket' | 'loggedIn'>
  /** Refused when the link is no longer good. */
  open: (displayName: string) => Promise<RoomTicket>
}

export function GuestPage({ ports, open }: GuestPageProps) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  useEffect(() => showPageTitle(t({ message: 'Conference room', context: 'conference' })), [t])
  const enter = useMutation({ mutationFn: open })
  const guestPorts = useMemo((): RoomPorts => {
    let first = enter.data
    return {
      ...ports,
      loggedIn: () => true,
      async ticket() {
        // The first one was given at this page's door; whoever comes again asks for another.
        const ticket = first ?? (await open(name.trim()))
        first = undefined
        return ticket
      },
    }
  }, [ports, open, enter.data, name])
  if (enter.data)
    return (
      <RoomPage
        guest
        roomId={enter.data.roomId}
        voiceOnly={false}
        ports={guestPorts}
        guestAddress={() => ''}
        onBack={() => {}}
        onLobby={() => {}}
      />
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!name.trim())
    if (name.trim()) enter.mutate(name.trim())
  }
  return (
    <Center as="main" ground="canvas" pad={5} mih="100dvh">
      <form onSubmit={submit} noValidate>
        <Stack card gap={4} w="min(90vw, 400px)">
          <Text as="h1" size="title" strong>
            <Trans context="conference">You are invited into a room</Trans>
          </Text>
          <Text as="p" tone="ink-2">
            <Trans>A host lets you in. Microphone and camera stay off until you turn them on.</Trans>
          </Text>
          <TextInput
            label={t`Your name`}
            value={name}
            maxLength={NAME_LENGTH}
            autoComplete="name"
            data-autofocus
            error={missing && !name.trim() && t`Must not be empty`}
            onChange={event => setName(event.currentTarget.value)}
          />
          {enter.isError && (
            <Text as="p" tone="critical" role="alert">
              {i18n._(wordsForError(enter.error))}
            </Text>
          )}
          {!online && (
            <Text as="p" tone="warning" role="status">
              <Trans>No connection to the server</Trans>
            </Text>
          )}
          <Button type="submit" loading={enter.isPending} disabled={!online}>
            <Trans>Ask to be let in</Trans>
          </Button>
        </Stack>
      </form>
    </Center>
  )
}
