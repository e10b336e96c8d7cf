// Says that the bell is not heard, and lets one press make it heard.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { armSound, soundState } from '../../platform/sound.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './sound-note.module.css'

export function SoundNote() {
  const { t } = useLingui()
  const state = useSyncExternalStore(soundState.subscribe, soundState.read)
  const [asked, setAsked] = useState(false)
  if (state === 'armed') return null
  const enable = () => {
    setAsked(true)
    void armSound()
  }
  return (
    <div className={css.note} role="status">
      <Icon name="sound-off" size={18} />
      <span className={css.words}>
        {asked && state === 'refused' ? (
          <Trans>Sound refused by the browser</Trans>
        ) : (
          <Trans>The browser keeps the bell silent</Trans>
        )}
      </span>
      <button
        type="button"
        className={css.enable}
        onClick={enable}
        title={asked ? t`Allow sound for this page in the browser's settings, then try again` : undefined}
      >
        <Trans>Enable sound</Trans>
      </button>
    </div>
  )
}
