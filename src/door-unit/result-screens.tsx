// How it ended: the door is open, or the call led nowhere.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import type { DoorResult } from '../domain/intercom/door-unit.ts'
import type { Look } from '../ui/kit/look.ts'
import { Column, Text } from '../ui/kit/parts.tsx'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'
import { sheet } from './looks.ts'
import { chime } from './sounds.ts'

export function OpenedNotice({ name }: { name: string }) {
  return (
    <Column
      fixed
      insetX={0}
      insetY={0}
      {...sheet}
      ground="ok-fill"
      tone="on-ok"
      text="center"
      className={css.opened}
      role="alert"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4.5 12.5l5 5 10-11" />
      </svg>
      <h1>
        <Trans>The door is open</Trans>
      </h1>
      <Text as="p" size="figure">
        {name}
      </Text>
    </Column>
  )
}

/** What happened, in the middle of the screen. */
export function Message({
  tone,
  busy,
  children,
}: {
  tone?: Look['tone']
  busy?: boolean
  children: ReactNode
}) {
  return (
    <Column as="main" {...sheet} tone={tone} text="center" aria-busy={busy}>
      {children}
    </Column>
  )
}

export function ResultScreen({ result, onDone }: { result: DoorResult; onDone: () => void }) {
  useEffect(() => {
    if (result !== 'ended') chime('nothing')
  }, [result])
  return (
    <Message tone={result === 'ended' ? 'ink' : 'warning'}>
      <Text as="h1" maw="18em" className={css.title} role="alert">
        <ResultWords result={result} />
      </Text>
      <DoorButton
        type="button"
        kind="secondary"
        onClick={onDone}
        // the only thing to do here
        autoFocus
      >
        <Trans>Back</Trans>
      </DoorButton>
    </Message>
  )
}

function ResultWords({ result }: { result: DoorResult }) {
  switch (result) {
    case 'nobody':
      return <Trans>Nobody answered. Try again later.</Trans>
    case 'declined':
      return <Trans>The call was declined.</Trans>
    case 'lost':
      return <Trans>The connection was lost. Ring again.</Trans>
    case 'unreachable':
      return <Trans>The server did not answer. Ring again.</Trans>
    default:
      return <Trans>The call has ended.</Trans>
  }
}
