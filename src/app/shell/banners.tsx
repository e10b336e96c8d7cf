// What must be in sight above every page: no network, a new version, what was missed or said aloud, the offer to install.
import { Trans } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { Tray } from '../../features/offline/tray.tsx'
import { getConnection, probe, subscribeConnection } from '../../platform/connection.ts'
import { queuedActions } from '../../platform/queue.ts'
import { applyUpdate, isUpdateWaiting, subscribeUpdate } from '../../platform/service-worker.ts'
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
    <div className={css.banner} data-tone="warning" role="status">
      <Icon name="wifi-off" />
      <span className={css.words}>
        <Trans>
          No network · data from <bdi>{at}</bdi>
        </Trans>
      </span>
      {waiting > 0 && (
        <button type="button" className={css.waiting} onClick={() => setTray(true)}>
          <Icon name="cloud-up" />
          <Trans>{waiting} waiting</Trans>
        </button>
      )}
      <button type="button" className={css.action} onClick={() => void probe()}>
        <Trans>Try now</Trans>
      </button>
      <Tray opened={tray} onClose={() => setTray(false)} />
    </div>
  )
}

function UpdatePrompt() {
  const waiting = useSyncExternalStore(subscribeUpdate, isUpdateWaiting)
  if (!waiting) return null
  return (
    <div className={css.banner} data-tone="info" role="status">
      <Icon name="download" />
      <span className={css.words}>
        <Trans>A new version is ready</Trans>
      </span>
      <button type="button" className={css.action} onClick={applyUpdate}>
        <Trans>Reload now</Trans>
      </button>
    </div>
  )
}
