// The panel of an access event: the facts, and how the person and the card stand now.
import { Trans, useLingui } from '@lingui/react/macro'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { DoorEventKind, doorEvent } from '../../domain/intercom/door.ts'
import { WordMark } from '../../resource/cells.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRelatedView } from '../../resource/related-views.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { DoorLink } from './door-link.tsx'
import { inAddress } from './door-search.ts'
import { eventWords } from './door-words.ts'

/** What happened this long before and after belongs to it. */
const AROUND_MS = 10 * MINUTE_MS

export function EventKind({ kind }: { kind: DoorEventKind }) {
  const { i18n } = useLingui()
  const word = eventWords[kind]
  return <WordMark word={word} label={i18n._(word.label)} />
}

export function DoorEventPeek({ event }: { event: RowOf<typeof doorEvent> }) {
  const { t } = useLingui()
  const may = useRights()
  // Brought along by the page: the view of events shows this panel itself.
  const view = useRelatedView('doorEvent')
  const { cardInfo, callId } = event
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'at', label: t`Time`, value: <bdi dir="ltr">{formatMoment(event.at)}</bdi> },
            {
              id: 'door',
              label: t`Door unit`,
              value: <DoorLink imei={event.imei} name={event.deviceName} />,
            },
            { id: 'person', label: t`Person`, value: event.personName },
            {
              id: 'card',
              label: t`Card number`,
              value:
                cardInfo &&
                (may('doorCard.read') ? (
                  <a
                    className={look({ tone: 'accent' })}
                    href={`#/cardAdd?view=cards&cardInfo=${inAddress(cardInfo)}`}
                  >
                    <bdi dir="ltr">{cardInfo}</bdi>
                  </a>
                ) : (
                  <bdi dir="ltr">{cardInfo}</bdi>
                )),
            },
            {
              id: 'call',
              label: t({ context: 'doors', message: 'Call' }),
              value: callId !== null && may('call.read') && (
                <a className={look({ tone: 'accent' })} href={`#/rightsManagement?view=calls&open=${callId}`}>
                  {t`Show the call`}
                </a>
              ),
            },
            { id: 'reason', label: t`Reason`, value: event.reason },
          ]}
        />
      </PeekSection>
      {view && (
        <PeekSection title={<Trans>At this door about then</Trans>}>
          <RelatedList
            view={view}
            query={{ deviceId: event.deviceId, atFrom: event.at - AROUND_MS, atTo: event.at + AROUND_MS }}
            size={10}
            none={null}
          />
        </PeekSection>
      )}
    </>
  )
}
