// Offers once, on phones and tablets, to install the console to the home screen.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { install, installState, subscribeInstall } from '../../platform/install.ts'
import { keep, readKept } from '../../resource/kept.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Banner, BannerAction } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const KEPT = 'install-declined'

export function InstallOffer() {
  const { t } = useLingui()
  const state = useSyncExternalStore(subscribeInstall, installState)
  const [declined, setDeclined] = useState(() => readKept(KEPT) === true)
  const touch = matchMedia('(pointer: coarse)').matches
  const online = useOnline()
  // Without a network nothing can be installed, and what matters stands above the page.
  if (state === 'none' || declined || !touch || !online) return null
  return (
    <Banner
      tone="info"
      icon="home"
      whole={state !== 'offer'}
      end={
        <>
          {state === 'offer' && (
            <BannerAction onClick={() => void install()}>
              <Trans>Install</Trans>
            </BannerAction>
          )}
          <IconButton
            icon="close"
            label={t`Not now`}
            onClick={() => {
              keep(KEPT, true)
              setDeclined(true)
            }}
          />
        </>
      }
    >
      {state === 'offer' ? (
        <Trans>Install the console: it starts faster and works offline</Trans>
      ) : (
        <Trans>To install: open the share menu, then “Add to Home Screen”</Trans>
      )}
    </Banner>
  )
}
