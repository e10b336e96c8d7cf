// How a switch stands: contacts, lock, who may switch.
import { Trans, useLingui } from '@lingui/react/macro'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import type { Device } from '../device-badges.tsx'
import css from './orders.module.css'

export function SwitchMarks({ row }: { row: Device }) {
  const { t } = useLingui()
  if (row.kind === 'gateway') return null
  return (
    <span className={css.marks}>
      {row.locked && (
        <SeverityBadge tone="attention" icon="lock">
          {t`Locked`}
        </SeverityBadge>
      )}
      {row.switchControl === 'auto' && <SeverityBadge tone="info">{t`Automatic`}</SeverityBadge>}
      <Contacts closed={row.closed} />
    </span>
  )
}

/** Closed is under power, open is dark; the shape says it too. */
export function Contacts({ closed }: { closed: boolean | null }) {
  if (closed === null)
    return (
      <span className={css.quiet}>
        <Trans>Not reported</Trans>
      </span>
    )
  return closed ? (
    <SeverityBadge tone="ok" icon="bolt">
      <Trans>Switched on</Trans>
    </SeverityBadge>
  ) : (
    <SeverityBadge tone="off" icon="minus">
      <Trans>Switched off</Trans>
    </SeverityBadge>
  )
}
