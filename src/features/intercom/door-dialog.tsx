// The dialog of a call with a door unit: the picture large, the own one small, the buttons, and how it ended.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
import type { Phase, Ring } from '../../domain/intercom/incoming-call-state.ts'
import { unlockWords } from '../../resource/unlock-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { formatSpan } from '../../ui/locale.ts'
import { useScreen } from '../../ui/pointer.ts'
import { TopDialog } from '../../ui/top-dialog.tsx'
import { AlsoWaiting } from './also-waiting.tsx'
import type { LineMedia } from './call-line.ts'
import { inWords, placeWords, roomOf } from './call-words.ts'
import { useNow } from './direct-clock.ts'
import { Control, DirectControls } from './direct-controls.tsx'
import { Problem, Quality, Stage, useFullScreen } from './direct-screen.tsx'
import css from './door-dialog.module.css'
import type { IncomingCalls } from './incoming-call.driver.ts'
import { problemWords } from './media-problem-words.ts'

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
      <div ref={root} className={css.dialog} data-phase={phase.is}>
        <header className={css.head}>
          <div className={css.names}>
            <h2 id={titleId} className={css.title} tabIndex={-1} data-initial-focus="" data-unlocked={titled}>
              {titled && <Icon name="unlock" size={20} />}
              {titled ? <Trans>Unlocked</Trans> : <bdi>{place}</bdi>}
            </h2>
            <p className={css.where}>
              {titled && <bdi>{place}</bdi>}
              {ring.building && <bdi>{ring.deviceName}</bdi>}
              {room && (
                <span>
                  <Trans>Room {room}</Trans>
                </span>
              )}
              <span id={stateId} role="status" data-line={phase.is === 'talking' ? phase.line : 'ended'}>
                <LineWords phase={phase} />
              </span>
            </p>
          </div>
          {phase.is === 'talking' && phase.line === 'connected' && media.quality && (
            <Quality quality={media.quality} />
          )}
          {phase.is === 'talking' && media.since !== undefined && <Duration since={media.since} />}
        </header>
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
          <Ended phase={phase} onClose={() => driver.hangUp(ring.callId)} />
        )}
      </div>
    </TopDialog>
  )
}

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
    <span className={css.duration} role="timer" aria-label={t`Duration`} dir="ltr">
      {formatSpan((useNow(Date.now) - since) / 1000)}
    </span>
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
  const told = unlock.is === 'done' && unlock.told ? undefined : unlockWords(unlock, 'call')
  const asking = unlock.is === 'asked'
  return (
    <>
      <div className={css.stage}>
        <Stage driver={driver} line={media} talking name={place} />
        <div className={css.notes}>
          {phase.line === 'reconnecting' && (
            <p className={css.note} data-tone="bad" role="alert">
              <Trans>The connection is unstable. It recovers by itself.</Trans>
            </p>
          )}
          {media.problem && <Problem line={media} driver={driver} />}
          {told && (
            <p className={css.note} data-tone={told.tone} role={told.tone === 'bad' ? 'alert' : 'status'}>
              {i18n._(told.words)}
            </p>
          )}
        </div>
      </div>
      <DirectControls
        driver={{ ...driver, hangUp: () => driver.hangUp(callId) }}
        line={media}
        talking
        fullScreen={fullScreen}
      >
        <Control
          icon="unlock"
          label={<Trans>Unlock</Trans>}
          busy={asking}
          onPress={() => driver.unlock(callId)}
        />
      </DirectControls>
    </>
  )
}

function Ended({ phase, onClose }: { phase: Extract<Phase, { is: 'ended' }>; onClose: () => void }) {
  const { i18n } = useLingui()
  const words = Object.entries(problemWords).find(([problem]) => problem === phase.problem)?.[1]
  return (
    <div className={css.ended}>
      <Icon name="phone-off" size={48} />
      <p className={css.why} role="alert">
        {words ? i18n._(words) : <Trans>The visitor has hung up</Trans>}
      </p>
      {phase.problem !== null && (
        <p className={css.next}>
          <Trans>The visitor can ring again. Then answer once more.</Trans>
        </p>
      )}
      <Button size="lg" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}
