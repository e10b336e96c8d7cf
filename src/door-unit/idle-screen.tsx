// Nobody is at the door: its name, the time, a keypad for the room, one big button.
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { DEFAULT_ROOM } from '../domain/intercom/call.ts'
import { GUEST_DIGITS } from '../domain/living/guest-code.ts'
import type { MediaProblem } from '../platform/rtc/port.ts'
import { look } from '../ui/kit/look.ts'
import { Column, Stack, Text } from '../ui/kit/parts.tsx'
import { Clock } from './clock.tsx'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'
import { type Enrolled, placeOf } from './enrolled.ts'
import { ForgetName } from './forget-name.tsx'
import { Keypad } from './keypad.tsx'
import { field } from './looks.ts'
import { MediaNotice } from './media-notice.tsx'
import { SiteLogo } from './site-logo.tsx'
import { allowSound } from './sounds.ts'
import type { WireState } from './wire.ts'
import { WireNotice } from './wire-notice.tsx'

interface IdleScreenProps {
  enrolled: Enrolled
  wire: WireState
  problem: MediaProblem | undefined
  onRing: (roomNo: string) => boolean
  onGuestCode: (digits: string) => boolean
  /** Somebody wants to hold a code to the camera. */
  onLook: () => void
  onForget: () => void
}

const MOST_DIGITS = 8

export function IdleScreen(props: IdleScreenProps) {
  const { enrolled, wire, problem, onRing, onGuestCode, onLook, onForget } = props
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
      <Column as="header" area="head" justify="between" gap={4}>
        <div>
          <SiteLogo tenantId={enrolled.tenantId} />
          <Text as="p" tone="ink-2">
            {placeOf(enrolled)}
          </Text>
          <ForgetName name={enrolled.name} onForget={onForget} />
        </div>
        <Clock />
      </Column>
      <Column
        as="form"
        area="dial"
        wide
        maw={460}
        middling
        atBlock="center"
        className={css.dial}
        onSubmit={press}
      >
        <Text as="label" size="lead" tone="ink-2" htmlFor={id}>
          <Trans>Room number</Trans>
        </Text>
        <input
          id={id}
          className={look(field, css.room)}
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
        <DoorButton type="submit" kind="call" className={css.call} disabled={wire !== 'online'}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 3.5h2.5l1.7 4.5-2 1.5a12 12 0 0 0 6.3 6.3l1.5-2 4.5 1.7V18a2.5 2.5 0 0 1-2.7 2.5A15.5 15.5 0 0 1 3.5 6.2 2.5 2.5 0 0 1 6 3.5Z" />
          </svg>
          <Trans>Call</Trans>
        </DoorButton>
        {room === '' && (
          <DoorButton type="button" kind="secondary" disabled={wire !== 'online'} onClick={onLook}>
            <Trans>Guest code to the camera</Trans>
          </DoorButton>
        )}
        {room.length === GUEST_DIGITS && (
          <DoorButton
            type="button"
            kind="secondary"
            disabled={wire !== 'online'}
            onClick={() => {
              // What was typed is not left for who comes next.
              if (onGuestCode(room)) setRoom('')
            }}
          >
            <Trans>Use as guest code</Trans>
          </DoorButton>
        )}
      </Column>
      <Stack as="footer" area="foot" gap={2}>
        <WireNotice wire={wire} onForget={onForget} />
        <MediaNotice problem={problem} />
      </Stack>
    </main>
  )
}
