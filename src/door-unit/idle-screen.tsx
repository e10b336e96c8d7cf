// Nobody is at the door: its name, the time, a keypad for the room, one big button.
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { DEFAULT_ROOM } from '../domain/intercom/call.ts'
import type { MediaProblem } from '../platform/rtc/port.ts'
import { Clock } from './clock.tsx'
import css from './door-page.module.css'
import { type Enrolled, placeOf } from './enrolled.ts'
import { ForgetName } from './forget-name.tsx'
import { Keypad } from './keypad.tsx'
import { MediaNotice } from './media-notice.tsx'
import { allowSound } from './sounds.ts'
import type { WireState } from './wire.ts'
import { WireNotice } from './wire-notice.tsx'

interface IdleScreenProps {
  enrolled: Enrolled
  wire: WireState
  problem: MediaProblem | undefined
  onRing: (roomNo: string) => boolean
  onForget: () => void
}

const MOST_DIGITS = 8

export function IdleScreen({ enrolled, wire, problem, onRing, onForget }: IdleScreenProps) {
  const { t } = useLingui()
  const id = useId()
  const [room, setRoom] = useState('')
  const press = (event: FormEvent) => {
    event.preventDefault()
    allowSound()
    // Without digits the door's own room, if it has one, else the property office.
    onRing(room || enrolled.roomNo || DEFAULT_ROOM)
  }
  return (
    <main className={css.idle}>
      <header className={css.head}>
        <div>
          <p className={css.place}>{placeOf(enrolled)}</p>
          <ForgetName name={enrolled.name} onForget={onForget} />
        </div>
        <Clock />
      </header>
      <form className={css.dial} onSubmit={press}>
        <label htmlFor={id}>
          <Trans>Room number</Trans>
        </label>
        <input
          id={id}
          className={css.room}
          value={room}
          onChange={event => setRoom(event.target.value.replace(/\D/g, '').slice(0, MOST_DIGITS))}
          // The keypad below is the keyboard: the tablet's own would cover it.
          inputMode="none"
          autoComplete="off"
          dir="ltr"
          placeholder={enrolled.roomNo || t`Property office`}
        />
        <Keypad
          onDigit={digit => setRoom(now => (now + digit).slice(0, MOST_DIGITS))}
          onBack={() => setRoom(now => now.slice(0, -1))}
          onClear={() => setRoom('')}
        />
        <button type="submit" className={css.call} disabled={wire !== 'online'}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 3.5h2.5l1.7 4.5-2 1.5a12 12 0 0 0 6.3 6.3l1.5-2 4.5 1.7V18a2.5 2.5 0 0 1-2.7 2.5A15.5 15.5 0 0 1 3.5 6.2 2.5 2.5 0 0 1 6 3.5Z" />
          </svg>
          <Trans>Call</Trans>
        </button>
      </form>
      <footer className={css.foot}>
        <WireNotice wire={wire} onForget={onForget} />
        <MediaNotice problem={problem} />
      </footer>
    </main>
  )
}
