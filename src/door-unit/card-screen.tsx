// A card is to be written here. A tablet has no reader: who installs types the number that is on the card.
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { look } from '../ui/kit/look.ts'
import { Column, Row, Text } from '../ui/kit/parts.tsx'
import { formatSpan } from '../ui/locale.ts'
import type { Door, DoorView } from './door.driver.ts'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'
import { card, field, sheet } from './looks.ts'
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
    <Column as="main" {...sheet}>
      <Column as="form" {...card} onSubmit={give}>
        <Text as="h1" size="figure" role="status">
          <Trans>
            Hold the card of <bdi>{writing.holderName}</bdi> to the door
          </Trans>
        </Text>
        <Text as="p" mih="1.2em" size="huge" tone="ink-2" role="timer" dir="ltr">
          {left === null ? '' : formatSpan(left)}
        </Text>
        <Text as="label" size="lead" tone="ink-2" htmlFor={id}>
          <Trans>This tablet reads no cards: type the number on the card</Trans>
        </Text>
        <input
          id={id}
          className={look(field, css.code)}
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
        <Row wrap justify="end" gap={3}>
          <DoorButton type="button" kind="secondary" onClick={() => door.giveCard(undefined)}>
            <Trans>Not now</Trans>
          </DoorButton>
          <DoorButton type="submit" kind="primary" disabled={!number}>
            <Trans>Card is written</Trans>
          </DoorButton>
        </Row>
      </Column>
    </Column>
  )
}
