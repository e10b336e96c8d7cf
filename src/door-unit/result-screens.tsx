// How it ended: the door is open, or the call led nowhere.
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { DoorResult } from '../domain/intercom/door-unit.ts'
import css from './door-page.module.css'
import { chime } from './sounds.ts'

export function OpenedNotice({ name }: { name: string }) {
  return (
    <div className={css.opened} role="alert">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4.5 12.5l5 5 10-11" />
      </svg>
      <h1>
        <Trans>The door is open</Trans>
      </h1>
      <p>{name}</p>
    </div>
  )
}

export function ResultScreen({ result, onDone }: { result: DoorResult; onDone: () => void }) {
  useEffect(() => {
    if (result !== 'ended') chime('nothing')
  }, [result])
  return (
    <main className={css.message} data-tone={result === 'ended' ? 'quiet' : 'warning'}>
      <h1 role="alert">
        <ResultWords result={result} />
      </h1>
      <button
        type="button"
        className={css.secondary}
        onClick={onDone}
        // biome-ignore lint/a11y/noAutofocus: the only thing to do here
        autoFocus
      >
        <Trans>Back</Trans>
      </button>
    </main>
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
