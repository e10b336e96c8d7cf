// What must be in sight above every page: an SOS that waits, no network, a new version, what was missed or said aloud, the offer to install.

import { Trans } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { DAY_MS } from '../../domain/durations.ts'
import { SosBar } from '../../features/notices/sos-bar.tsx'
import { Tray } from '../../features/offline/tray.tsx'
import { WayBackBanner } from '../../features/setup/way-back-banner.tsx'
import { getConnection, probe, subscribeConnection } from '../../platform/connection.ts'
import { queuedActions } from '../../platform/queue.ts'
import { applyUpdate, isUpdateWaiting, subscribeUpdate } from '../../platform/service-worker.ts'
import { useKeptSince } from '../../resource/kept-since.ts'
import { Banner, BannerAction } from '../../ui/banner.tsx'
import { timeOfAges } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { useIntlLocale } from '../../ui/locale.ts'
import { showStaleAge } from '../../ui/stale-age.ts'
import { notices } from '../live.ts'
import css from './banners.module.css'
import { CentreDigest } from './centre-digest.tsx'
import { InstallOffer } from './install-offer.tsx'
import { SpokenHost } from './spoken-host.tsx'

export function Banners() {
  return (
    <>
      <SosBar notices={notices} />
      <ConnectionBanner />
      <UpdatePrompt />
      <CentreDigest />
      <SetupWayBack />
      <SpokenHost />
      <InstallOffer />
    </>
  )
}

function SetupWayBack() {
  const router = useRouter()
  const inGuide = useLocation({ select: ({ pathname }) => pathname === '/setup' })
  return <WayBackBanner inGuide={inGuide} onBack={() => void router.navigate({ to: '/setup' })} />
}

function ConnectionBanner() {
  const { online } = useSyncExternalStore(subscribeConnection, getConnection)
  return online ? null : <AwayBanner />
}

/** Why nothing new comes, from when everything is that is still seen, and what waits. */
function AwayBanner() {
  const { lost } = useSyncExternalStore(subscribeConnection, getConnection)
  const waiting = useSyncExternalStore(queuedActions.subscribe, queuedActions.read).length
  const since = useKeptSince()
  const [tray, setTray] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  useAbovePanels(line)
  useEffect(() => {
    showStaleAge(since !== undefined)
    return () => showStaleAge(false)
  }, [since])
  return (
    <div ref={line}>
      <Banner
        tone="warning"
        icon="wifi-off"
        end={
          <>
            {waiting > 0 && (
              <button
                type="button"
                className={look(
                  {
                    bare: true,
                    inline: true,
                    gap: 2,
                    padX: 1,
                    padY: 0,
                    tone: 'same',
                    nowrap: true,
                    pointer: true,
                    atLeast: 'chip',
                    underlined: true,
                  },
                  css.waiting,
                )}
                onClick={() => setTray(true)}
              >
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
        {lost === 'server' ? <Trans>The server does not answer</Trans> : <Trans>No network</Trans>}
        {since !== undefined && (
          <>
            {' · '}
            <KeptSince at={since} />
          </>
        )}
      </Banner>
    </div>
  )
}

function KeptSince({ at }: { at: number }) {
  const locale = useIntlLocale()
  const now = timeOfAges()
  const today = new Date(at).toDateString() === new Date(now).toDateString()
  const short = Math.abs(now - at) < 7 * DAY_MS
  const text = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(!today && (short ? { weekday: 'short' } : { day: 'numeric', month: 'short' })),
  }).format(at)
  return (
    <Trans>
      stored data from <bdi>{text}</bdi>
    </Trans>
  )
}

// A panel that takes the whole of a small screen leaves this line free: what it says is true of the panel too.
function useAbovePanels(line: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    const { current } = line
    if (!current) return undefined
    const { style } = document.documentElement
    const follow = () => style.setProperty('--gh-below-banner', `${current.getBoundingClientRect().bottom}px`)
    const watching = new ResizeObserver(follow)
    watching.observe(current)
    return () => {
      watching.disconnect()
      style.removeProperty('--gh-below-banner')
    }
  }, [line])
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
