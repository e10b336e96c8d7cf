// What must be in sight above every page: no network, a new version, what was missed or said aloud, the offer to install.
import { Trans } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { Tray } from '../../features/offline/tray.tsx'
import { getConnection, probe, subscribeConnection } from '../../platform/connection.ts'
import { queuedActions } from '../../platform/queue.ts'
import { applyUpdate, isUpdateWaiting, subscribeUpdate } from '../../platform/service-worker.ts'
import { Banner, BannerAction } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import css from './banners.module.css'
import { CentreDigest } from './centre-digest.tsx'
import { InstallOffer } from './install-offer.tsx'
import { SpokenHost } from './spoken-host.tsx'

export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <UpdatePrompt />
      <CentreDigest />
      <SpokenHost />
      <InstallOffer />
    </>
  )
}

function ConnectionBanner() {
  const { online, since, reachedAt } = useSyncExternalStore(subscribeConnection, getConnection)
  const waiting = useSyncExternalStore(queuedActions.subscribe, queuedActions.read).length
  const locale = useIntlLocale()
  const [tray, setTray] = useState(false)
  if (online) return null
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const at = time.format(reachedAt ?? since)
  return (
    <Banner
      tone="warning"
      icon="wifi-off"
      end={
        <>
          {waiting > 0 && (
            <button type="button" className={css.waiting} onClick={() => setTray(true)}>
              <Icon name="cloud-up" />
              <Trans>{waiting} waiting</Trans>
            </button>
          )}
          <BannerAction onClick={() => void probe()}>
            <Trans>Try now</Trans>
          </BannerAction>
          <Tray opened={tray} onClose={() => setTray(false)} />
        </>
      }
    >
      <Trans>
        No network · data from <bdi>{at}</bdi>
      </Trans>
    </Banner>
  )
}

function UpdatePrompt() {
  const waiting = useSyncExternalStore(subscribeUpdate, isUpdateWaiting)
  if (!waiting) return null
  return (
    <Banner
      tone="info"
      icon="download"
      end={
        <BannerAction onClick={applyUpdate}>
          <Trans>Reload now</Trans>
        </BannerAction>
      }
    >
      <Trans>A new version is ready</Trans>
    </Banner>
  )
}
