// The panel of a door card: whose it is, which doors it opens, where it was used.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { RowOf } from '../../domain/entity.ts'
import type { doorCard } from '../../domain/intercom/door.ts'
import { WordMark } from '../../resource/cells.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { doorEventView } from './door-event.view.tsx'
import { doorRightView } from './door-right.view.tsx'
import { inAddress } from './door-search.ts'
import { doorCardWords, failureWords } from './door-words.ts'
import css from './doors.module.css'

export type DoorCard = RowOf<typeof doorCard>

export function DoorCardBadges({ card }: { card: DoorCard }) {
  const { i18n } = useLingui()
  const word = doorCardWords[card.state]
  return <WordMark word={word} label={i18n._(word.label)} />
}

/** The way to the door unit that writes it: a command needs the card in somebody's hand. */
export function DoorCardActions({ card }: { card: DoorCard }) {
  const may = useRights()
  const online = useOnline()
  if (!may('doorCard.issue') || card.state === 'blocked') return null
  return (
    <Button
      component="a"
      href={`#/cardAdd?card=${card.id}`}
      variant="default"
      disabled={!online}
      leftSection={<Icon name="card" />}
    >
      {card.state === 'writing' ? (
        <Trans>Continue</Trans>
      ) : card.cardInfo === null ? (
        <Trans>Issue</Trans>
      ) : (
        <Trans>Issue again</Trans>
      )}
    </Button>
  )
}

export function DoorCardPeek({ card }: { card: DoorCard }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const { id, cardInfo, writeFailure } = card
  const home = [card.building, card.unit, card.roomNo].filter(Boolean).join(' · ')
  return (
    <>
      {writeFailure && card.state !== 'writing' && (
        <PeekSection>
          <Row
            as="p"
            align="start"
            gap={2}
            padX={3}
            padY={2}
            ground="info-soft"
            round="control"
            tone="ink"
            className={css.warning}
          >
            <Icon name="alert" size={18} />
            <span>{i18n._(failureWords[writeFailure])}</span>
          </Row>
        </PeekSection>
      )}
      <PeekSection>
        <Facts
          facts={[
            { id: 'home', label: t`Room`, value: home },
            { id: 'phone', label: t`Phone`, value: card.holderPhone },
            { id: 'department', label: t`Department`, value: card.departmentName },
            {
              id: 'issued',
              label: t`Issued at`,
              value: card.issuedAt !== null && <bdi dir="ltr">{formatMoment(card.issuedAt)}</bdi>,
            },
            { id: 'by', label: t`Issued by`, value: card.issuedBy },
            { id: 'door', label: t`Written at`, value: card.deviceName },
            { id: 'note', label: t`Note`, value: card.note },
          ]}
        />
      </PeekSection>
      {may('doorRight.read') && (
        <PeekSection title={<Trans>Doors it opens</Trans>}>
          <RelatedList
            view={doorsOfCard}
            query={{ cardId: id }}
            size={20}
            all={`/rightsManagement?cardId=${id}`}
            none={t`No door yet.`}
          />
        </PeekSection>
      )}
      {cardInfo !== null && may('doorEvent.read') && (
        <PeekSection title={<Trans>Recently used</Trans>}>
          <RelatedList
            view={doorEventView}
            query={{ cardInfo }}
            all={`/rightsManagement?view=events&cardInfo=${inAddress(cardInfo)}`}
            none={t`Not used yet.`}
          />
        </PeekSection>
      )}
    </>
  )
}

/** Rights of one card: the door says which. */
const doorsOfCard = {
  ...doorRightView,
  card: { title: 'deviceName', state: 'state', icon: () => 'door' as const },
}
