// The sound of this device: played here, and heard by the only one who can know.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { hearSetup } from '../../contract/endpoints/setup.ts'
import { sendRequest } from '../../platform/http.ts'
import { armSound, soundState } from '../../platform/sound.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { useRecount } from './use-setup.ts'

export function SoundStep() {
  const { i18n } = useLingui()
  const online = useOnline()
  const recount = useRecount()
  const state = useSyncExternalStore(soundState.subscribe, soundState.read)
  const [played, setPlayed] = useState(false)
  const [deaf, setDeaf] = useState(false)
  const heard = useMutation({ mutationFn: () => sendRequest(hearSetup, {}), onSuccess: recount })
  const play = async () => {
    setDeaf(false)
    setPlayed((await armSound(true)) === 'armed')
  }
  return (
    <Stack gap={3}>
      <Row wrap gap={2}>
        <Button
          leftSection={<Icon name="sound" />}
          variant={played ? 'default' : 'filled'}
          onClick={() => void play()}
        >
          {played ? <Trans>Play it again</Trans> : <Trans>Play the tone</Trans>}
        </Button>
        {state === 'refused' && (
          <SeverityBadge tone="attention" icon="sound-off">
            <Trans>The browser refuses sound</Trans>
          </SeverityBadge>
        )}
      </Row>
      {played && (
        <Row wrap gap={2}>
          <Text grow>
            <Trans>Did you hear it?</Trans>
          </Text>
          <Button disabled={!online} loading={heard.isPending} onClick={() => heard.mutate()}>
            <Trans>I heard it</Trans>
          </Button>
          <Button variant="default" onClick={() => setDeaf(true)}>
            <Trans>I heard nothing</Trans>
          </Button>
        </Row>
      )}
      {deaf && (
        <Text as="p" tone="attention" role="status">
          <Trans>
            Turn the volume of this device up, take it off silent, look whether this tab is muted, and play it
            again.
          </Trans>
        </Text>
      )}
      {heard.isError && (
        <Text as="p" tone="critical" role="alert">
          {i18n._(wordsForError(heard.error))}
        </Text>
      )}
    </Stack>
  )
}
