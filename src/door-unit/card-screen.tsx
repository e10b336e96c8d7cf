// A card is to be written here. A tablet has no reader: who installs types the number that is on the card.
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { formatSpan } from '../ui/locale.ts'
import type { Door, DoorView } from './door.driver.ts'
import css from './door-page.module.css'
import { useCountdown } from './use-countdown.ts'

interface CardScreenProps {
  writing: NonNullable<DoorView['writing']>
  door: Door
}

const MOST_CHARACTERS = 32

export function CardScreen({ writing, door }: CardScreenProps) {
  const id = useId()
  const [number, setNumber] = useState('')
  const left = useCountdown(writing.expiresAt, door.now)
  const give = (event: FormEvent) => {
    event.preventDefault()
    if (number) door.giveCard(number)
  }
  return (
    <main className={css.sheet}>
      <form className={css.card} onSubmit={give}>
        <h1 role="status">
          <Trans>
            Hold the card of <bdi>{writing.holderName}</bdi> to the door
          </Trans>
        </h1>
        <p className={css.countdown} role="timer" dir="ltr">
          {left === null ? '' : formatSpan(left)}
        </p>
        <label htmlFor={id}>
          <Trans>This tablet reads no cards: type the number on the card</Trans>
        </label>
        <input
          id={id}
          className={css.code}
          value={number}
          onChange={event =>
            setNumber(
              event.target.value
                .replace(/[^0-9A-Za-z]/g, '')
                .toUpperCase()
                .slice(0, MOST_CHARACTERS),
            )
          }
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          // biome-ignore lint/a11y/noAutofocus: the screen came for this field
          autoFocus
        />
        <div className={css.choices}>
          <button type="button" className={css.secondary} onClick={() => door.giveCard(undefined)}>
            <Trans>Not now</Trans>
          </button>
          <button type="submit" className={css.primary} disabled={!number}>
            <Trans>Card is written</Trans>
          </button>
        </div>
      </form>
    </main>
  )
}
