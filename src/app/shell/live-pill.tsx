// Live, reconnecting or offline, in words, with the age of the picture.
import { Trans, useLingui } from '@lingui/react/macro'
import { probe } from '../../platform/connection.ts'
import { Age } from '../../ui/age.tsx'
import { retryLive, useLive } from '../live-state.ts'
import css from './header-bar.module.css'
import dot from './live-pill.module.css'

export function LivePill({ short }: { short: boolean }) {
  const { t } = useLingui()
  const { is, since } = useLive()
  const retry = () => {
    retryLive()
    void probe()
  }
  return (
    <button
      type="button"
      className={css.pill}
      data-tone={is === 'live' ? undefined : 'warning'}
      data-short={(short && is === 'live') || undefined}
      title={
        is === 'live'
          ? t`Changes appear as they happen`
          : t`What you see may be out of date. Press to try now.`
      }
      onClick={retry}
    >
      <span className={dot.dot} data-is={is} />
      <span role="status" className={short && is === 'live' ? 'gh-hidden' : dot.words}>
        {is === 'live' && <Trans>Live</Trans>}
        {is === 'reconnecting' && <Trans>Reconnecting</Trans>}
        {is === 'offline' && <Trans>Offline</Trans>}
      </span>
      {!short && since !== undefined && <Age at={since} />}
    </button>
  )
}
