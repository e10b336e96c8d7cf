// How a switch stands: contacts, lock, who may switch.
import { Trans, useLingui } from '@lingui/react/macro'
import { Inline, Muted } from '../../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import type { Device } from '../device-badges.tsx'

export function SwitchMarks({ row }: { row: Device }) {
  const { t } = useLingui()
  if (row.kind === 'gateway') return null
  return (
    <Inline wrap gap={2}>
      {row.locked && (
        <SeverityBadge tone="attention" icon="lock">
          {t`Locked`}
        </SeverityBadge>
      )}
      {row.switchControl === 'auto' && <SeverityBadge tone="info">{t`Automatic`}</SeverityBadge>}
      <Contacts closed={row.closed} />
    </Inline>
  )
}

/** Closed is under power, open is dark; the shape says it too. */
export function Contacts({ closed }: { closed: boolean | null }) {
  if (closed === null)
    return (
      <Muted>
        <Trans>Not reported</Trans>
      </Muted>
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
