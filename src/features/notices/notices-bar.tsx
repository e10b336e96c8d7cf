// What the header's bar shows: card notices that were put aside, and whether the siren would be heard.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { armSound, soundState } from '../../platform/sound.ts'
import { BarPill } from '../../ui/bar-pill.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Notices } from './notices.driver.ts'

/** Card notices that were put aside; a press brings their dialog back. */
export function PutAside({ notices }: { notices: Notices }) {
  const { cards } = useSyncExternalStore(notices.subscribe, notices.read)
  const messages = cards.filter(card => card.later).length
  if (messages === 0) return null
  return (
    <BarPill
      tone="info"
      fold="narrow"
      mark={<Icon name="card" size={16} />}
      count={messages}
      onClick={notices.showCardsAgain}
    >
      <Plural value={messages} one="# message waits" other="# messages wait" />
    </BarPill>
  )
}

/** Whether the siren would be heard; a press arms it, or lets a short tone prove it. */
export function SoundPill() {
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
  if (state === 'armed') {
    return (
      <BarPill
        tone="ok"
        fold="narrow"
        mark={<Icon name="sound" size={16} />}
        onClick={arm}
        title={`${t`Sound armed`}. ${t`Play a short tone`}`}
      >
        <Trans>Sound armed</Trans>
      </BarPill>
    )
  }
  const refused = state === 'refused' && asked
  return (
    <BarPill
      tone="attention"
      fold="phone"
      mark={<Icon name="sound-off" size={16} />}
      onClick={arm}
      title={
        refused ? t`Allow sound for this page in the browser's settings, then try again` : t`Enable sound`
      }
    >
      {refused ? <Trans>Sound refused by the browser</Trans> : <Trans>Enable sound</Trans>}
    </BarPill>
  )
}
