// The panel of a right: whose it is, whether the door knows it, and what happened with it lately.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { doorRight } from '../../domain/intercom/door.ts'
import { WordMark } from '../../resource/cells.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { doorEventView } from './door-event.view.tsx'
import { rightWords } from './door-words.ts'
import css from './doors.module.css'

type Right = RowOf<typeof doorRight>

export function RightBadges({ right }: { right: Right }) {
  const { i18n } = useLingui()
  const word = rightWords[right.state]
  return <WordMark word={word} label={i18n._(word.label)} />
}

const moment = (at: number | null | undefined) =>
  typeof at === 'number' && <bdi dir="ltr">{formatMoment(at)}</bdi>

export function RightPeek({ right }: { right: Right }) {
  const { t } = useLingui()
  const may = useRights()
  const { deviceId, cardId, cardInfo, accountName } = right
  const who = cardInfo ? { cardInfo } : accountName ? { personName: accountName } : undefined
  return (
    <>
      {right.state === 'waiting' && (
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
            <Icon name="clock" size={18} />
            <Trans>
              The door unit has not confirmed it yet. It takes it over as soon as it is connected; until then
              the card does not open.
            </Trans>
          </Row>
        </PeekSection>
      )}
      <PeekSection>
        <Facts
          facts={[
            {
              id: 'door',
              label: t`Door unit`,
              value: may('device.read') ? (
                <a className={look({ tone: 'accent' })} href={`#/DeviceDtail?id=${deviceId}`}>
                  <bdi>{right.deviceName}</bdi>
                </a>
              ) : (
                right.deviceName
              ),
            },
            {
              id: 'card',
              label: t`Card`,
              value: cardId && (
                <a className={look({ tone: 'accent' })} href={`#/cardAdd?view=cards&open=${cardId}`}>
                  <bdi>{cardInfo ?? right.cardName}</bdi>
                </a>
              ),
            },
            { id: 'person', label: t`Person`, value: accountName },
            { id: 'resident', label: t`Resident`, value: right.residentName },
            { id: 'from', label: t`Valid from`, value: moment(right.validFrom) || t`at once` },
            {
              id: 'until',
              label: t`Valid until`,
              value: moment(right.validUntil) || t`until it is deleted`,
            },
            { id: 'by', label: t`Granted by`, value: right.grantedBy },
            { id: 'at', label: t`Granted at`, value: moment(right.createdAt) },
            { id: 'synced', label: t`Confirmed by the door`, value: moment(right.syncedAt) },
          ]}
        />
      </PeekSection>
      {who && may('doorEvent.read') && (
        <PeekSection title={<Trans>Recently used</Trans>}>
          <RelatedList
            view={doorEventView}
            query={{ deviceId, ...who }}
            all={`/rightsManagement?view=events&deviceId=${deviceId}`}
            none={t`Not used at this door yet.`}
          />
        </PeekSection>
      )}
    </>
  )
}
