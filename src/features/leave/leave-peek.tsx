// The panel of a request for leave: from when until when, how many days count, why, and what became of it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { Half } from '../../domain/leave/leave-days.ts'
import type { leaveRequest } from '../../domain/leave/leave-request.ts'
import { WordMark } from '../../resource/cells.tsx'
import { leaveKindWords } from '../../resource/leave-words.ts'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { BalanceList } from './balance-list.tsx'
import { daysText, endingWords, halfWords, leaveStateWords } from './leave-words.ts'

type Leave = RowOf<typeof leaveRequest>

export function LeaveBadges({ leave }: { leave: Leave }) {
  const { i18n } = useLingui()
  const words = [leaveStateWords[leave.state], ...(leave.ending ? [endingWords[leave.ending]] : [])]
  return (
    <Row wrap gap={2}>
      {words.map(word => (
        <WordMark key={word.label.id} word={word} label={i18n._(word.label)} />
      ))}
    </Row>
  )
}

export function LeavePeek({ leave }: { leave: Leave }) {
  const { i18n, t } = useLingui()
  const day = (text: string, half: Half) => (
    <>
      <bdi dir="ltr">{text}</bdi> {i18n._(halfWords[half])}
    </>
  )
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'kind', label: t`Kind of leave`, value: i18n._(leaveKindWords[leave.kind].label) },
            { id: 'from', label: t`From`, value: day(leave.fromDay, leave.fromHalf) },
            { id: 'until', label: t`Until`, value: day(leave.untilDay, leave.untilHalf) },
            { id: 'days', label: t`Counts`, value: daysText(leave.halfDays, i18n) },
            { id: 'reason', label: t`Reason`, value: leave.reason },
            {
              id: 'evidence',
              label: t`Evidence`,
              value: leave.evidence && (
                <a
                  className={look({ tone: 'accent' })}
                  href={leave.evidence}
                  target="_blank"
                  rel="noreferrer"
                >
                  <Trans>Open the picture</Trans>
                </a>
              ),
            },
            {
              id: 'end',
              label: t`Asked to end`,
              value:
                leave.ending === 'return' && leave.endDay && leave.endHalf
                  ? day(leave.endDay, leave.endHalf)
                  : leave.ending === 'cancel' && t`from its beginning`,
            },
            { id: 'endReason', label: t`Why it is to end`, value: leave.endReason },
            { id: 'asked', label: t`Asked at`, value: <bdi dir="ltr">{formatMoment(leave.createdAt)}</bdi> },
            { id: 'by', label: t`Decided by`, value: leave.decidedBy },
            {
              id: 'at',
              label: t`Decided at`,
              value: leave.decidedAt !== null && <bdi dir="ltr">{formatMoment(leave.decidedAt)}</bdi>,
            },
            { id: 'decision', label: t`What was said to it`, value: leave.decision },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>This year</Trans>}>
        <BalanceList workerId={leave.workerId} />
      </PeekSection>
    </>
  )
}
