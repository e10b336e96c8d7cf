// Somebody has answered: their voice, their picture if they show one, and the own one small.
import { Trans } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { DoorUnitState } from '../domain/intercom/door-unit.ts'
import { look } from '../ui/kit/look.ts'
import { Column, Row, Stack, Text } from '../ui/kit/parts.tsx'
import type { Door, DoorRecording, DoorView } from './door.driver.ts'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'
import { over, stage, whole } from './looks.ts'
import { MediaNotice } from './media-notice.tsx'
import { OwnPicture } from './own-picture.tsx'

interface TalkScreenProps {
  door: Door
  call: Extract<DoorUnitState, { at: 'talking' }>
  view: DoorView
}

export function TalkScreen({ door, call, view }: TalkScreenProps) {
  const attach = useCallback(
    (video: HTMLVideoElement | null) => {
      door.attach(video)
      return () => door.attach(null)
    },
    [door],
  )
  const shows = view.remote.video
  return (
    <Stack as="main" {...stage}>
      {/* biome-ignore lint/a11y/useMediaCaption: a live conversation has no captions */}
      <video ref={attach} className={look(whole, !shows && css.unseen)} autoPlay playsInline />
      <OwnPicture
        className={shows ? look({ absolute: true, cover: true, round: 'control' }, css.own) : look(whole)}
      />
      <Column {...over} className={css.over}>
        <Text as="h1" size="huge">
          <span role="status">
            <Line line={call.line} by={call.by} />
          </span>
        </Text>
        {!shows && call.line === 'standing' && (
          <Text as="p" tone="ink-2">
            <Trans>You are heard. Speak now.</Trans>
          </Text>
        )}
        <MediaNotice problem={view.problem} />
        <Recorded recording={view.recording} onAgree={door.agree} />
        <DoorButton
          type="button"
          kind="danger"
          className={css.hangUp}
          onClick={door.hangUp}
          // the button that was pressed is gone, and this one stands for it
          autoFocus
        >
          <Trans>Hang up</Trans>
        </DoorButton>
      </Column>
    </Stack>
  )
}

function Line({ line, by }: { line: 'opening' | 'standing' | 'broken'; by: string | null }) {
  if (line === 'opening') return <Trans>Connecting…</Trans>
  if (line === 'broken') return <Trans>The connection broke. Trying again…</Trans>
  if (!by) return <Trans context="call">Connected</Trans>
  return (
    <Trans>
      You are speaking with <bdi>{by}</bdi>
    </Trans>
  )
}

function Recorded({ recording, onAgree }: { recording: DoorRecording; onAgree: (yes: boolean) => void }) {
  if (recording.is === 'none') return null
  const asked = recording.is === 'asked'
  return (
    <Stack gap={3} role={asked ? 'alert' : 'status'}>
      <Text as="p" size="lead" strong>
        {asked ? (
          <Trans>May this conversation be recorded?</Trans>
        ) : (
          <Trans>This conversation is being recorded.</Trans>
        )}
      </Text>
      {asked && (
        <Row gap={3} wrap>
          <DoorButton type="button" kind="primary" onClick={() => onAgree(true)}>
            <Trans>I agree</Trans>
          </DoorButton>
          <DoorButton type="button" kind="secondary" onClick={() => onAgree(false)}>
            <Trans>No</Trans>
          </DoorButton>
        </Row>
      )}
      {recording.is === 'on' && recording.agreed && (
        <DoorButton type="button" kind="secondary" onClick={() => onAgree(false)}>
          <Trans>I no longer agree</Trans>
        </DoorButton>
      )}
    </Stack>
  )
}
