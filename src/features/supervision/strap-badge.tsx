// Whether a strap is tight. What nobody knows is said as unknown: a device that is silent or never told may be off.
import { Trans } from '@lingui/react/macro'
import { strapOf } from '../../domain/supervision/strap.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import type { Person } from './person.ts'

export function StrapBadge({ person }: { person: Person }) {
  const strap = strapOf(person)
  if (strap === undefined) return null
  if (strap === 'loose')
    return (
      <SeverityBadge tone="critical">
        <Trans>Loose</Trans>
      </SeverityBadge>
    )
  if (strap === 'tight')
    return (
      <SeverityBadge tone="ok">
        <Trans>Tight</Trans>
      </SeverityBadge>
    )
  return (
    <SeverityBadge tone="attention">
      <Trans>Unknown</Trans>
    </SeverityBadge>
  )
}
