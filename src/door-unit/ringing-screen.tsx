// It rings elsewhere: whom the visitor called, how long still, and a way to give up.
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { DEFAULT_ROOM } from '../domain/intercom/call.ts'
import type { DoorUnitState } from '../domain/intercom/door-unit.ts'
import { formatSpan } from '../ui/locale.ts'
import type { Door } from './door.driver.ts'
import css from './door-page.module.css'
import { OwnPicture } from './own-picture.tsx'
import { ringOut } from './sounds.ts'
import { useCountdown } from './use-countdown.ts'

interface RingingScreenProps {
  door: Door
  call: Extract<DoorUnitState, { at: 'ringing' | 'cancelling' }>
}

export function RingingScreen({ door, call }: RingingScreenProps) {
  const rings = call.at === 'ringing'
  const left = useCountdown(rings ? call.expiresAt : null, door.now)
  useEffect(() => {
    ringOut(rings)
    return () => ringOut(false)
  }, [rings])
  return (
    <main className={css.stage}>
      <OwnPicture className={css.picture} />
      <div className={css.over}>
        <h1 role="status">{rings ? <Whom roomNo={call.roomNo} /> : <Trans>Hanging up…</Trans>}</h1>
        <p className={css.countdown} role="timer" dir="ltr">
          {left === null ? '' : formatSpan(left)}
        </p>
        <button
          type="button"
          className={css.hangUp}
          onClick={door.hangUp}
          disabled={!rings}
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, and this one stands for it
          autoFocus
        >
          <Trans>Cancel</Trans>
        </button>
      </div>
    </main>
  )
}

function Whom({ roomNo }: { roomNo: string }) {
  if (roomNo === DEFAULT_ROOM) return <Trans>Calling the property office…</Trans>
  return (
    <Trans>
      Calling <bdi>{roomNo}</bdi>…
    </Trans>
  )
}
