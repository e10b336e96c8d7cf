// Somebody has answered: their voice, their picture if they show one, and the own one small.
import { Trans } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { DoorUnitState } from '../domain/intercom/door-unit.ts'
import type { Door, DoorView } from './door.driver.ts'
import css from './door-page.module.css'
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
    <main className={css.stage}>
      {/* biome-ignore lint/a11y/useMediaCaption: a live conversation has no captions */}
      <video ref={attach} className={css.picture} data-hidden={!shows} autoPlay playsInline />
      <OwnPicture className={shows ? css.own : css.picture} />
      <div className={css.over}>
        <h1 role="status">
          <Line line={call.line} by={call.by} />
        </h1>
        {!shows && call.line === 'standing' && (
          <p>
            <Trans>You are heard. Speak now.</Trans>
          </p>
        )}
        <MediaNotice problem={view.problem} />
        <button
          type="button"
          className={css.hangUp}
          onClick={door.hangUp}
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, and this one stands for it
          autoFocus
        >
          <Trans>Hang up</Trans>
        </button>
      </div>
    </main>
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
