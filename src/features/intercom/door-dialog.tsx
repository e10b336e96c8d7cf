// The dialog of a call with a door unit: the picture large, the own one small, the buttons, and how it ended.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
import type { Phase, Ring } from '../../domain/intercom/incoming-call-state.ts'
import { problemWords } from '../../resource/media-problem-words.ts'
import { unlockWords } from '../../resource/unlock-words.ts'
import { useFullScreen } from '../../ui/full-screen.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatSpan } from '../../ui/locale.ts'
import { useScreen } from '../../ui/pointer.ts'
import { RoundControl } from '../../ui/round-control.tsx'
import { TopDialog } from '../../ui/top-dialog.tsx'
import { AlsoWaiting } from './also-waiting.tsx'
import type { LineMedia } from './call-line.ts'
import { inWords, placeWords, roomOf } from './call-words.ts'
import { useNow } from './direct-clock.ts'
import { DirectControls } from './direct-controls.tsx'
import { Problem, Quality, Stage } from './direct-screen.tsx'
import css from './door-dialog.module.css'
import type { IncomingCalls } from './incoming-call.driver.ts'
import { RecordingNote } from './recording-note.tsx'

export type DialogPhase = Extract<Phase, { is: 'talking' | 'ended' }>

export interface DoorDialogProps {
  driver: IncomingCalls
  phase: DialogPhase
  media: LineMedia
  waiting: readonly Ring[]
}

export function DoorDialog({ driver, phase, media, waiting }: DoorDialogProps) {
  const { i18n } = useLingui()
  const [titleId, stateId] = [useId(), useId()]
  const root = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(root)
  const phone = useScreen() === 'phone'
  const { ring } = phase
  const place = inWords(placeWords(ring), i18n._.bind(i18n))
  const titled = phase.is === 'talking' ? phase.door.titled : phase.titled
  const room = roomOf(ring)
  return (
    <TopDialog titleId={titleId} textId={stateId} rank={1} place="large">
      <Column ref={root} tall ground="surface" data-phase={phase.is}>
        <Row as="header" gap={4} padX={5} padY={3} edgeBelow className={css.head}>
          <Box grow shrink>
            <Row
              as="h2"
              id={titleId}
              gap={2}
              size="title"
              breaks
              tone={titled ? 'ok' : undefined}
              noRing
              tabIndex={-1}
              data-initial-focus=""
            >
              {titled && <Icon name="unlock" size={20} />}
              {titled ? <Trans>Unlocked</Trans> : <bdi>{place}</bdi>}
            </Row>
            <Row as="p" wrap align="stretch" gap={0} columnGap={3} size="small" tone="ink-2">
              {titled && <bdi>{place}</bdi>}
              {ring.building && <bdi>{ring.deviceName}</bdi>}
              {room && (
                <span>
                  <Trans>Room {room}</Trans>
                </span>
              )}
              <Text
                id={stateId}
                tone={lineTones[phase.is === 'talking' ? phase.line : 'ended']}
                role="status"
                data-line={phase.is === 'talking' ? phase.line : 'ended'}
              >
                <LineWords phase={phase} />
              </Text>
            </Row>
          </Box>
          {phase.is === 'talking' && phase.line === 'connected' && media.quality && (
            <Quality quality={media.quality} />
          )}
          {phase.is === 'talking' && media.since !== undefined && <Duration since={media.since} />}
        </Row>
        <AlsoWaiting waiting={waiting} />
        {phase.is === 'talking' ? (
          <Talking
            driver={driver}
            phase={phase}
            media={media}
            fullScreen={phone ? undefined : fullScreen}
            place={place}
          />
        ) : (
          <Ended phase={phase} onClose={() => driver.send({ on: 'hangUpPressed', callId: ring.callId })} />
        )}
      </Column>
    </TopDialog>
  )
}

/** Colours of the line's state; `same` is that of the text. */
const lineTones = {
  none: 'same',
  connecting: 'same',
  connected: 'ok',
  reconnecting: 'warning',
  ended: 'same',
} as const

function LineWords({ phase }: { phase: DialogPhase }) {
  if (phase.is === 'ended') return <Trans>Call ended</Trans>
  switch (phase.line) {
    case 'connected':
      return <Trans context="call">Connected</Trans>
    case 'reconnecting':
      return <Trans>Reconnecting…</Trans>
    default:
      return <Trans>Connecting…</Trans>
  }
}

function Duration({ since }: { since: number }) {
  const { t } = useLingui()
  return (
    <Text rigid size="title" strong role="timer" aria-label={t`Duration`} dir="ltr">
      {formatSpan((useNow(Date.now) - since) / 1000)}
    </Text>
  )
}

interface TalkingProps extends Pick<DoorDialogProps, 'driver' | 'media'> {
  phase: Extract<Phase, { is: 'talking' }>
  fullScreen: ReturnType<typeof useFullScreen>
  place: string
}

function Talking({ driver, phase, media, fullScreen, place }: TalkingProps) {
  const { i18n } = useLingui()
  const { callId } = phase.ring
  const { unlock } = phase.door
  // Once the title says it, the note need not.
  const outcome = unlock.is === 'done' && unlock.shown ? undefined : unlockWords(unlock, 'call')
  const asking = unlock.is === 'asked'
  return (
    <>
      <Column grow shrinkDown relative>
        <Stage driver={driver} line={media} talking name={place} />
        <Stack items="center" gap={2} insetX={12} insetY="12px auto" absolute>
          {phase.line === 'reconnecting' && (
            <Text as="p" padX={4} padY={2} soft="critical" round="control" floating role="alert">
              <Trans>The connection is unstable. It recovers by itself.</Trans>
            </Text>
          )}
          {media.problem && <Problem line={media} driver={driver} />}
          {outcome && (
            <Text
              as="p"
              padX={4}
              padY={2}
              ground="info-soft"
              soft={outcome.tone === 'info' ? undefined : outcome.tone}
              round="control"
              floating
              role={outcome.tone === 'critical' ? 'alert' : 'status'}
            >
              {i18n._(outcome.words)}
            </Text>
          )}
        </Stack>
      </Column>
      <RecordingNote recording={media.recording} driver={driver} />
      <DirectControls
        driver={driver}
        line={media}
        talking
        fullScreen={fullScreen}
        onHangUp={() => driver.send({ on: 'hangUpPressed', callId })}
      >
        <RoundControl
          icon="unlock"
          label={<Trans>Unlock</Trans>}
          busy={asking}
          onPress={() => driver.send({ on: 'unlockPressed', callId })}
        />
      </DirectControls>
    </>
  )
}

function Ended({ phase, onClose }: { phase: Extract<Phase, { is: 'ended' }>; onClose: () => void }) {
  const { i18n } = useLingui()
  const words = Object.entries(problemWords).find(([problem]) => problem === phase.problem)?.[1]
  return (
    <Stack items="center" content="center" gap={4} grow pad={6} tone="ink-2" text="center">
      <Icon name="phone-off" size={48} />
      <Text as="p" size="lead" strong tone="ink" role="alert">
        {words ? i18n._(words) : <Trans>The visitor has hung up</Trans>}
      </Text>
      {phase.problem !== null && (
        <Text as="p" atMost="medium">
          <Trans>The visitor can ring again. Then answer once more.</Trans>
        </Text>
      )}
      <Button size="lg" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </Stack>
  )
}
