// Whether the door is connected, in words; always in sight.
import { Trans } from '@lingui/react/macro'
import css from './door-page.module.css'
import type { WireState } from './wire.ts'

export function WireNotice({ wire, onForget }: { wire: WireState; onForget: () => void }) {
  return (
    <div className={css.wire} data-state={wire} role="status">
      <span className={css.dot} aria-hidden="true" />
      <div>
        {wire === 'online' && <Trans>Ready</Trans>}
        {wire === 'connecting' && <Trans>Connecting…</Trans>}
        {wire === 'offline' && <Trans>No connection. The door cannot ring now; trying again…</Trans>}
        {wire === 'refused' && (
          <>
            <Trans>This tablet is no longer this door: its access was replaced or withdrawn.</Trans>
            <button type="button" className={css.secondary} onClick={onForget}>
              <Trans>Enrol again</Trans>
            </button>
          </>
        )}
      </div>
    </div>
  )
}
