// The drawer of an incoming call: where it rings and for whom, how long still, and Answer, Unlock, Ignore.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Kbd } from '@mantine/core'
import { type ReactNode, useCallback, useId, useRef } from 'react'
import type { Phase, Ring } from '../../domain/intercom/incoming-call-state.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { unlockWords } from '../../resource/unlock-words.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Column, Inline, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatSpan } from '../../ui/locale.ts'
import { TopDialog } from '../../ui/top-dialog.tsx'
import { AlsoWaiting } from './also-waiting.tsx'
import css from './call-drawer.module.css'
import { useCallKeys } from './call-keys.ts'
import type { LineMedia } from './call-line.ts'
import { inWords, placeWords, roomOf, statusWords } from './call-words.ts'
import { useNow } from './direct-clock.ts'
import type { IncomingCalls } from './incoming-call.driver.ts'
import { SoundNote } from './sound-note.tsx'

export type DrawerPhase = Extract<Phase, { is: 'ringing' | 'answering' | 'closing' }>

export interface CallDrawerProps {
  driver: IncomingCalls
  phase: DrawerPhase
  media: LineMedia
  /** Others that ring as well. */
  waiting: readonly Ring[]
}

export function CallDrawer({ driver, phase, media, waiting }: CallDrawerProps) {
  const { i18n } = useLingui()
  const [titleId, statusId] = [useId(), useId()]
  const root = useRef<HTMLDivElement>(null)
  const { ring } = phase
  const unlock = unlockOf(phase, driver)
  const { answer, ignore } = buttonsOf(phase, driver)
  const armed = useCallKeys(root, { a: answer, u: unlock, i: ignore })
  return (
    <TopDialog titleId={titleId} textId={statusId} alert rank={1} place="side">
      <Column ref={root} mih="100%" data-keys={armed ? 'armed' : 'waiting'} data-phase={phase.is}>
        <Stack
          as="header"
          align="center"
          gap={1}
          columnGap={3}
          padX={4}
          padY={3}
          edgeBelow
          columns="restEnd"
          className={css.head}
        >
          <Inline
            gap={2}
            at="start"
            padX={2}
            padY="half"
            ground="accent-soft"
            round="control"
            size="caption"
            strong
            tone="accent"
          >
            <Icon name={kindIcons[ring.kind]} size={14} />
            {ring.kind === 'door' ? (
              <Trans>Door unit</Trans>
            ) : ring.kind === 'room' ? (
              <Trans context="conference">Conference room</Trans>
            ) : (
              <Trans>Colleague</Trans>
            )}
          </Inline>
          {phase.is === 'ringing' && <Countdown until={ring.endsAt} />}
          <Text as="h2" id={titleId} across size="title" breaks>
            <bdi>{inWords(placeWords(ring), i18n._.bind(i18n))}</bdi>
          </Text>
          <Whom ring={ring} />
          <Text as="p" id={statusId} across strong tone={toneOf(phase)} role="status">
            {i18n._(statusWords(phase))}
          </Text>
        </Stack>
        <AlsoWaiting waiting={waiting} />
        <Picture driver={driver} media={media} phase={phase} />
        <Notes phase={phase} />
        <Row wrap align="stretch" gap={2} ground="surface" stuck="bottom" className={css.buttons}>
          <Button
            className={css.answer ?? ''}
            color="ok"
            size="lg"
            data-initial-focus=""
            loading={phase.is === 'answering'}
            disabled={phase.is === 'closing'}
            leftSection={<Icon name="phone" size={20} />}
            onClick={answer}
          >
            <Trans>Answer</Trans>
            <Letter>A</Letter>
          </Button>
          {ring.kind === 'door' && (
            <Button
              className={look({ padX: 3 }, css.minor) ?? ''}
              variant="default"
              size="lg"
              disabled={!unlock}
              leftSection={<Icon name="unlock" size={20} />}
              onClick={unlock}
            >
              <Trans>Unlock</Trans>
              <Letter>U</Letter>
            </Button>
          )}
          <Button
            className={look({ padX: 3 }, css.minor) ?? ''}
            variant="default"
            size="lg"
            disabled={phase.is === 'closing'}
            leftSection={<Icon name="phone-off" size={20} />}
            onClick={ignore}
          >
            {ring.kind === 'door' ? <Trans>Ignore</Trans> : <Trans>Decline</Trans>}
            <Letter>I</Letter>
          </Button>
        </Row>
      </Column>
    </TopDialog>
  )
}

const kindIcons = { door: 'door', direct: 'user', room: 'users' } as const

function buttonsOf(phase: DrawerPhase, driver: IncomingCalls) {
  const { callId } = phase.ring
  return {
    answer: phase.is === 'ringing' ? () => driver.send({ on: 'answerPressed', callId }) : undefined,
    ignore: phase.is === 'closing' ? undefined : () => driver.send({ on: 'ignorePressed', callId }),
  }
}

function unlockOf(phase: DrawerPhase, driver: IncomingCalls): (() => void) | undefined {
  if (phase.is === 'closing' || phase.ring.kind !== 'door') return undefined
  if (phase.door.unlock.is === 'asked') return undefined
  return () => driver.send({ on: 'unlockPressed', callId: phase.ring.callId })
}

function toneOf(phase: DrawerPhase): 'ok' | 'critical' | undefined {
  if (phase.is !== 'closing') return undefined
  if (phase.closing.why === 'invalid') return 'critical'
  return opened(phase) ? 'ok' : undefined
}

const opened = ({ closing }: Pick<Extract<DrawerPhase, { is: 'closing' }>, 'closing'>): boolean =>
  closing.why === 'unlocked' || closing.why === 'opened'

function outcomeIcon({ closing }: Extract<DrawerPhase, { is: 'closing' }>): IconName {
  if (opened({ closing })) return 'unlock'
  if (closing.why === 'invalid') return 'alert'
  return closing.why === 'taken' || closing.why === 'elsewhere' ? 'phone' : 'phone-off'
}

function Countdown({ until }: { until: number }) {
  const { t } = useLingui()
  const seconds = Math.ceil((until - useNow(Date.now)) / 1000)
  return (
    <Text size="title" strong role="timer" aria-label={t`Keeps ringing for`} dir="ltr">
      {formatSpan(seconds)}
    </Text>
  )
}

function Whom({ ring }: { ring: Ring }) {
  if (ring.kind === 'direct') return null
  if (ring.kind === 'room')
    return (
      <Text as="p" across tone="ink-2">
        <Trans context="conference">
          Room number <bdi dir="ltr">{ring.roomId}</bdi>
        </Trans>
      </Text>
    )
  const room = roomOf(ring)
  const door = ring.building ? ring.deviceName : ring.community
  return (
    <Row as="p" wrap align="stretch" gap={0} columnGap={3} across tone="ink-2">
      {room && (
        <span>
          <Trans>calls room {room}</Trans>
        </span>
      )}
      {door && <bdi>{door}</bdi>}
    </Row>
  )
}

function Picture({
  driver,
  media,
  phase,
}: Pick<CallDrawerProps, 'driver' | 'media'> & { phase: DrawerPhase }) {
  const { t, i18n } = useLingui()
  const video = useCallback((element: HTMLVideoElement | null) => driver.attach(element), [driver])
  const seen = phase.is === 'answering' && media.remote.video
  return (
    <Stack
      items="center"
      content="center"
      gap={3}
      grow
      relative
      pad={4}
      edge="line"
      round="card"
      hidden
      size="small"
      tone="ink-2"
      text="center"
      mih={140}
      className={css.picture}
    >
      {phase.is === 'answering' && (
        // biome-ignore lint/a11y/useMediaCaption: a live conversation has no captions
        <video
          ref={video}
          className={look({ wide: true, tall: true, over: true, cover: true })}
          playsInline
          aria-label={t`Video from the door`}
        />
      )}
      {phase.is === 'closing' && (
        // The head says it too, to those who hear the page.
        <Stack
          items="center"
          gap={3}
          size="lead"
          strong
          tone={toneOf(phase) ?? 'ink'}
          className={css.outcome}
          aria-hidden="true"
        >
          <Icon name={outcomeIcon(phase)} size={72} />
          <p>{i18n._(statusWords(phase))}</p>
        </Stack>
      )}
      {phase.is !== 'closing' && !seen && (
        <>
          <Icon name="user" size={96} />
          <p>
            {phase.ring.kind === 'door' ? (
              <Trans>Video and sound from the door after you answer</Trans>
            ) : phase.ring.kind === 'room' ? (
              <Trans>Microphone and camera stay off until you turn them on.</Trans>
            ) : (
              <Trans>Video and sound after you answer</Trans>
            )}
          </p>
        </>
      )}
    </Stack>
  )
}

/** What went wrong or is under way, beside the one line of the head. */
function Notes({ phase }: { phase: DrawerPhase }) {
  const { i18n } = useLingui()
  const unlock = phase.is === 'closing' ? undefined : unlockWords(phase.door.unlock, 'call')
  const refusal = phase.is === 'ringing' ? phase.refusal : undefined
  return (
    <Stack gap={2} padX={4} className={css.notes}>
      {refusal && (
        <Text as="p" padX={3} padY={2} soft="critical" round="control" tone="ink" role="alert">
          {refusal.id === 'offline' ? (
            <Trans>No network: the call was not answered. Try again.</Trans>
          ) : (
            i18n._(wordsForId(refusal.id, refusal.params) ?? { id: 'failed' })
          )}
        </Text>
      )}
      {unlock && (
        <Text
          as="p"
          padX={3}
          padY={2}
          ground="info-soft"
          soft={unlock.tone === 'info' ? undefined : unlock.tone}
          round="control"
          tone="ink"
          role={unlock.tone === 'critical' ? 'alert' : 'status'}
        >
          {i18n._(unlock.words)}
        </Text>
      )}
      {phase.is === 'ringing' && <SoundNote />}
    </Stack>
  )
}

function Letter({ children }: { children: ReactNode }) {
  return (
    <Kbd className={css.letter ?? ''} size="xs" aria-hidden="true">
      {children}
    </Kbd>
  )
}
