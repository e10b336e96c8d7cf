// What is notable about an alarm right now: how urgent, who has it, whether it was escalated, whether it is a test.
import { Trans, useLingui } from '@lingui/react/macro'
import { HIGHEST_ESCALATION } from '../../domain/alarm/alarm-step.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import type { AlarmRow } from './alarm-row.ts'
import { severityWords } from './alarm-words.ts'

export function AlarmBadges({ row }: { row: AlarmRow }) {
  const { i18n } = useLingui()
  return (
    <>
      <SeverityBadge tone={row.severity} urgent={row.status === 'open' && !row.onTest}>
        {i18n._(severityWords[row.severity])}
      </SeverityBadge>
      <Holder row={row} />
      <Marks row={row} />
    </>
  )
}

/** Badges: to which level it was escalated, that it arrived late, that it fell into a test window. */
export function Marks({
  row: { escalation, late, onTest, trial },
}: {
  row: Pick<AlarmRow, 'escalation' | 'late' | 'onTest' | 'trial'>
}) {
  return (
    <>
      {escalation > 0 && (
        <SeverityBadge tone="warning" icon="up">
          <Trans>
            Level {escalation} of {HIGHEST_ESCALATION}
          </Trans>
        </SeverityBadge>
      )}
      {late && (
        <SeverityBadge tone="attention" icon="clock">
          <Trans>Arrived late</Trans>
        </SeverityBadge>
      )}
      {trial && (
        <SeverityBadge tone="new" icon="tool">
          <Trans>Test alarm</Trans>
        </SeverityBadge>
      )}
      {onTest && (
        <SeverityBadge tone="new" icon="tool">
          <Trans>On test</Trans>
        </SeverityBadge>
      )}
    </>
  )
}

/** Who has the alarm, in words. */
function Holder({ row }: { row: AlarmRow }) {
  if (row.status === 'handled') {
    return (
      <SeverityBadge tone="ok">
        {row.handledBy ? <Trans>Handled by {row.handledBy}</Trans> : <Trans>Handled</Trans>}
      </SeverityBadge>
    )
  }
  if (row.status === 'taken')
    return <SeverityBadge tone="info">{row.takenBy ?? <Trans>Taken</Trans>}</SeverityBadge>
  if (row.assignedTo) {
    return (
      <SeverityBadge tone="attention" icon="user">
        <Trans>For {row.assignedTo}</Trans>
      </SeverityBadge>
    )
  }
  if (row.acknowledgedBy) {
    return (
      <SeverityBadge tone="attention" icon="eye">
        <Trans>Seen by {row.acknowledgedBy}</Trans>
      </SeverityBadge>
    )
  }
  return (
    <SeverityBadge tone={row.severity === 'critical' ? 'critical' : 'off'}>
      <Trans>Nobody yet</Trans>
    </SeverityBadge>
  )
}
