// Live, silent, reconnecting or offline, in words, with the age of the picture. A press shows who is connected.
import { Trans, useLingui } from '@lingui/react/macro'
import { Popover } from '@mantine/core'
import { Suspense, useState } from 'react'
import { brokerErrorWords } from '../../features/broker/broker-words.ts'
import { openSpeak } from '../../features/spoken-notices/speak-opened.ts'
import { probe } from '../../platform/connection.ts'
import { Age } from '../../ui/age.tsx'
import { BarPill } from '../../ui/bar-pill.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { lazyOverlay } from '../lazy-overlay.tsx'
import { retryLive, useLive, useLiveReason } from '../live-state.ts'
import css from './live-pill.module.css'

const LivePanel = lazyOverlay(() => import('./live-panel.tsx'))

export function LivePill() {
  const { t, i18n } = useLingui()
  const { is, since } = useLive()
  const reason = useLiveReason()
  // Without a network the broker's own reason says less.
  const why = is === 'reconnecting' && reason ? `${i18n._(brokerErrorWords[reason])}. ` : ''
  const [open, setOpen] = useState(false)
  const retry = () => {
    retryLive()
    void probe()
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withRoles
    >
      <Popover.Target>
        <BarPill
          tone={is === 'live' ? undefined : 'warning'}
          fold={is === 'live' ? 'phone' : undefined}
          mark={<Text rigid square={2} round="full" className={css.dot} data-is={is} />}
          aside={since !== undefined && <Age at={since} own />}
          title={
            is === 'live'
              ? t`Changes appear as they happen`
              : why + t`What you see may be out of date. Press to try now.`
          }
          onClick={() => {
            if (is !== 'live') retry()
            setOpen(!open)
          }}
        >
          <span role="status">
            {is === 'live' && <Trans>Live</Trans>}
            {is === 'silent' && <Trans>No answer</Trans>}
            {is === 'reconnecting' && <Trans>Reconnecting</Trans>}
            {is === 'offline' && <Trans>Offline</Trans>}
          </span>
        </BarPill>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Who is connected`}>
        <Suspense>
          <LivePanel
            onRetry={retry}
            onSpeak={() => {
              openSpeak()
              setOpen(false)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
