// The panel of a binding: who asks for what, who lives there already, and which doors do not know yet that somebody has left.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { occupancy } from '../../domain/living/occupancy.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { roleWords } from './living-words.ts'

const when = (at: number | null) => at !== null && <bdi dir="ltr">{formatMoment(at)}</bdi>

export function OccupancyPeek({ stay }: { stay: RowOf<typeof occupancy> }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const still = stay.stillOpensAt.join(t`, `)
  return (
    <>
      {still !== '' && (
        <PeekSection>
          <Row as="p" align="start" gap={2} padX={3} padY={2} ground="info-soft" round="control" tone="ink">
            <Icon name="alert" size={18} />
            <Trans>
              Still opens at {still}: the door unit has not confirmed yet. It does as soon as it is connected.
            </Trans>
          </Row>
        </PeekSection>
      )}
      <PeekSection>
        <Facts
          facts={[
            { id: 'phone', label: t`Phone`, value: <bdi dir="ltr">{stay.residentPhone}</bdi> },
            { id: 'role', label: t`As`, value: i18n._(roleWords[stay.role]) },
            { id: 'community', label: t`Community`, value: stay.communityName },
            { id: 'place', label: t`Place`, value: `${stay.place} · ${stay.roomNo}` },
            { id: 'from', label: t`From`, value: <bdi dir="ltr">{stay.fromDay}</bdi> },
            { id: 'until', label: t`Until`, value: stay.untilDay ?? t`for good` },
            { id: 'others', label: t`Also in the room`, value: stay.others.join(t`, `) },
            { id: 'doors', label: t`Doors`, value: stay.doors.join(t`, `) },
            {
              id: 'cards',
              label: t`Cards`,
              value: stay.cards > 0 && may('doorCard.read') && (
                <a
                  className={look({ tone: 'accent' })}
                  href={`#/cardAdd?view=cards&holderName=${encodeURIComponent(stay.residentName ?? '')}`}
                >
                  {stay.cards}
                </a>
              ),
            },
            {
              id: 'asked',
              label: t`Asked`,
              value: stay.askedByResident ? t`on the resident page` : undefined,
            },
            { id: 'note', label: t`Note`, value: stay.note },
            { id: 'by', label: t`Decided by`, value: stay.decidedBy },
            { id: 'at', label: t`Decided at`, value: when(stay.decidedAt) },
            { id: 'ended', label: t`Moved out`, value: when(stay.endedAt) },
            { id: 'endedBy', label: t`Ended by`, value: stay.endedBy },
            { id: 'reason', label: t`Reason`, value: stay.reason },
          ]}
        />
      </PeekSection>
    </>
  )
}
