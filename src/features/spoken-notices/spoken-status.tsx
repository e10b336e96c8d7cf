// Whether notices are read aloud in this browser, why not where they are not, and the switch for it.
import { Trans } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { Heartbeat } from '../../domain/notice/heartbeat.ts'
import type { SpeechState } from '../../platform/speech.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import { mute, muted } from './mute.ts'

interface Store<T> {
  read: () => T
  subscribe: (listener: () => void) => () => void
}

export interface SpokenStatusProps {
  speech: Store<SpeechState>
  socket: Store<Heartbeat['is']>
}

export function SpokenStatus({ speech, socket }: SpokenStatusProps) {
  const silent = useSyncExternalStore(muted.subscribe, muted.read)
  const state = useSyncExternalStore(speech.subscribe, speech.read)
  const line = useSyncExternalStore(socket.subscribe, socket.read)
  const there = line === 'open' || line === 'pinged'
  const works = state === 'ready' || state === 'blocked'
  return (
    <Stack gap={2}>
      <Switch
        checked={!silent}
        onChange={event => mute(!event.currentTarget.checked)}
        label={<Trans>Read notices aloud</Trans>}
        size="sm"
      />
      <Row
        as="p"
        align="start"
        gap={2}
        size="caption"
        tone={silent || (there && state === 'ready') ? 'ink-2' : 'warning'}
        role="status"
      >
        <Icon name={silent || !works ? 'sound-off' : 'sound'} size={14} />
        <span>
          <Words silent={silent} there={there} state={state} />
        </span>
      </Row>
    </Stack>
  )
}

function Words({ silent, there, state }: { silent: boolean; there: boolean; state: SpeechState }) {
  if (silent) return <Trans>Muted in this browser. The text is still shown.</Trans>
  if (!there) return <Trans>Not connected: nothing is read aloud until the connection is back.</Trans>
  switch (state) {
    case 'unsupported':
      return <Trans>This browser has no speech output. The text is still shown.</Trans>
    case 'noVoice':
      return <Trans>This device has no Chinese voice. The text is still shown.</Trans>
    case 'blocked':
      return <Trans>The browser stays silent until you press something on this page.</Trans>
    default:
      return <Trans>Spoken in Chinese, in one tab of this browser.</Trans>
  }
}
