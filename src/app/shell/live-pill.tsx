// Live, reconnecting or offline, in words, with the age of the picture. A press shows who is connected.
import { Trans, useLingui } from '@lingui/react/macro'
import { Popover } from '@mantine/core'
import { Suspense, useState } from 'react'
import { brokerErrorWords } from '../../features/broker/broker-words.ts'
import { probe } from '../../platform/connection.ts'
import { Age } from '../../ui/age.tsx'
import { lazyPart } from '../lazy-chunk.ts'
import { retryLive, useLive, useLiveReason } from '../live-state.ts'
import css from './header-bar.module.css'
import dot from './live-pill.module.css'

const LivePanel = lazyPart(() => import('./live-panel.tsx'))
const SpeakDrawer = lazyPart(() => import('../../features/spoken/speak-drawer.tsx'))

export function LivePill({ short }: { short: boolean }) {
  const { t, i18n } = useLingui()
  const { is, since } = useLive()
  const reason = useLiveReason()
  // Without a network the broker's own reason says less.
  const why = is === 'reconnecting' && reason ? `${i18n._(brokerErrorWords[reason])}. ` : ''
  const [open, setOpen] = useState(false)
  const [speaking, setSpeaking] = useState(false)
  const retry = () => {
    retryLive()
    void probe()
  }
  return (
    <>
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={320} trapFocus withRoles>
        <Popover.Target>
          <button
            type="button"
            className={css.pill}
            data-tone={is === 'live' ? undefined : 'warning'}
            data-short={(short && is === 'live') || undefined}
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
            <span className={dot.dot} data-is={is} />
            <span role="status" className={short && is === 'live' ? 'gh-hidden' : dot.words}>
              {is === 'live' && <Trans>Live</Trans>}
              {is === 'reconnecting' && <Trans>Reconnecting</Trans>}
              {is === 'offline' && <Trans>Offline</Trans>}
            </span>
            {!short && since !== undefined && <Age at={since} />}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t`Who is connected`}>
          <Suspense>
            <LivePanel
              onRetry={retry}
              onSpeak={() => {
                setOpen(false)
                setSpeaking(true)
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {speaking && (
        <Suspense>
          <SpeakDrawer onClose={() => setSpeaking(false)} />
        </Suspense>
      )}
    </>
  )
}
