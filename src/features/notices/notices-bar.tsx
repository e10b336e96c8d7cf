// What the header's bar shows: an SOS that was put aside, and whether the siren would be heard.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { waitingOf } from '../../domain/notice/sos-queue.ts'
import { armSound, soundState } from '../../platform/sound.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Notices } from './notices.driver.ts'
import css from './notices-bar.module.css'

/** SOS and card notices that were put aside; a press brings their dialog back. */
export function PutAside({ notices }: { notices: Notices }) {
  const { sos, cards } = useSyncExternalStore(notices.subscribe, notices.read)
  const count = waitingOf(sos).filter(entry => entry.later).length
  const messages = cards.filter(card => card.later).length
  return (
    <>
      {count > 0 && (
        <button type="button" className={`${css.pill} ${css.critical}`} onClick={notices.showAgain}>
          <Icon name="alert" size={16} />
          <span className={css.count} aria-hidden="true">
            {count}
          </span>
          <span className={css.words}>
            <Plural value={count} one="SOS: # waits" other="SOS: # wait" />
          </span>
        </button>
      )}
      {messages > 0 && (
        <button type="button" className={`${css.pill} ${css.info}`} onClick={notices.showCardsAgain}>
          <Icon name="card" size={16} />
          <span className={css.count} aria-hidden="true">
            {messages}
          </span>
          <span className={css.words}>
            <Plural value={messages} one="# message waits" other="# messages wait" />
          </span>
        </button>
      )}
    </>
  )
}

/** Whether the siren would be heard; a press arms it, or lets a short tone prove it. `short`: the icon only. */
export function SoundPill({ short = false }: { short?: boolean }) {
  const { t } = useLingui()
  const state = useSyncExternalStore(soundState.subscribe, soundState.read)
  const [asked, setAsked] = useState(false)
  const arm = () => {
    setAsked(true)
    void armSound(true)
    // The same gesture may ask for the system's notifications; a refusal is final and not asked again.
    if (typeof Notification !== 'undefined' && Notification.permission === 'default') {
      void Notification.requestPermission()
    }
  }
  const words = short ? 'gh-hidden' : css.words
  if (state === 'armed') {
    return (
      <button type="button" className={`${css.pill} ${css.ok}`} onClick={arm} title={t`Play a short tone`}>
        <Icon name="sound" size={16} />
        <span className={words}>
          <Trans>Sound armed</Trans>
        </span>
      </button>
    )
  }
  const refused = state === 'refused' && asked
  return (
    <button
      type="button"
      className={`${css.pill} ${css.attention}`}
      onClick={arm}
      title={refused ? t`Allow sound for this page in the browser's settings, then try again` : undefined}
    >
      <Icon name="sound-off" size={16} />
      <span className={words}>
        {refused ? <Trans>Sound refused by the browser</Trans> : <Trans>Enable sound</Trans>}
      </span>
    </button>
  )
}
