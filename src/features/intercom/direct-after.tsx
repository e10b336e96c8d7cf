// After a call between people: how it ended, and what can be done now.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { DirectCall, DirectPeer } from '../../domain/intercom/direct-call.ts'
import type { MediaProblem } from '../../platform/rtc/port.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { problemWords } from '../../resource/media-problem-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { takeLostFocus } from '../../ui/arrival-focus.ts'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { formatSpan } from '../../ui/locale.ts'
import { Actions } from './direct-actions.tsx'
import type { BeforeProps } from './direct-before.tsx'
import css from './direct-call-page.module.css'
import { endWords } from './direct-words.ts'

interface AfterProps extends Pick<BeforeProps, 'driver' | 'onAnother'> {
  call: Extract<DirectCall, { is: 'over' | 'refused' }>
  problem: MediaProblem | undefined
  onLeave: () => void
}

export function After({ call, problem, driver, onAnother, onLeave }: AfterProps) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const name = call.who.name || t`The other person`
  const seconds = call.is === 'over' ? call.seconds : null
  return (
    <Stack
      as="section"
      items="center"
      gap={4}
      text="center"
      w="min(100%, 560px)"
      middling
      className={css.card}
      aria-live="polite"
    >
      <Face name={name} size="large" />
      <Text as="h1" ref={takeLostFocus} size="title" breaks noRing tabIndex={-1}>
        <Outcome call={call} name={name} />
      </Text>
      {seconds !== null && (
        <Text as="p" tone="ink-2">
          <Trans>
            You spoke for <bdi dir="ltr">{formatSpan(seconds)}</bdi>
          </Trans>
        </Text>
      )}
      {call.is === 'over' && call.why === 'notJoined' && problem && (
        <Text as="p" tone="ink-2">
          {i18n._(problemWords[problem])}
        </Text>
      )}
      <Actions>
        {canCallAgain(call) && (
          <Button
            size="lg"
            disabled={!online}
            leftSection={<Icon name="phone" size={20} />}
            onClick={() => driver.send({ on: 'call', who: call.who })}
          >
            <Trans>Call again</Trans>
          </Button>
        )}
        <Button size="lg" variant="default" onClick={onAnother}>
          <Trans>Somebody else</Trans>
        </Button>
        <Button size="lg" variant="subtle" color="off" onClick={onLeave}>
          <Trans>Go to the console</Trans>
        </Button>
      </Actions>
    </Stack>
  )
}

function Outcome({ call, name }: { call: AfterProps['call']; name: string }) {
  const { i18n } = useLingui()
  if (call.is === 'over') return i18n._(endWords(call.why, name))
  const words = wordsForId(call.refusal.id, call.refusal.params)
  if (words) return i18n._(words)
  if (call.refusal.id === 'offline') return <Trans>No connection to the server</Trans>
  return <Trans>The call could not be set up</Trans>
}

const canCallAgain = ({ who }: { who: DirectPeer }): boolean => who.id !== undefined
