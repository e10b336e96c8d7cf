// Offers once, on phones and tablets, to install the console to the home screen.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { install, installState, subscribeInstall } from '../../platform/install.ts'
import { keep, readKept } from '../../resource/kept.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './banners.module.css'

const KEPT = 'install-declined'

export function InstallOffer() {
  const { t } = useLingui()
  const state = useSyncExternalStore(subscribeInstall, installState)
  const [declined, setDeclined] = useState(() => readKept(KEPT) === true)
  const touch = matchMedia('(pointer: coarse)').matches
  if (state === 'none' || declined || !touch) return null
  return (
    <div className={css.banner} data-tone="info" role="status">
      <Icon name="home" />
      <span className={css.words}>
        {state === 'offer' ? (
          <Trans>Install the console: it starts faster and works offline</Trans>
        ) : (
          <Trans>To install: open the share menu, then “Add to Home Screen”</Trans>
        )}
      </span>
      {state === 'offer' && (
        <button type="button" className={css.action} onClick={() => void install()}>
          <Trans>Install</Trans>
        </button>
      )}
      <button
        type="button"
        className={css.close}
        aria-label={t`Not now`}
        onClick={() => {
          keep(KEPT, true)
          setDeclined(true)
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
