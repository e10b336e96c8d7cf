// The panel of a call: how it went, and what happened at its door about then.
import { Trans, useLingui } from '@lingui/react/macro'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { call as callEntity } from '../../domain/intercom/call.ts'
import { WordMark } from '../../resource/cells.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { doorEventView } from './door-event.view.tsx'
import { DoorLink } from './door-link.tsx'
import { callWords, endWords } from './door-words.ts'
import { Duration } from './duration.tsx'

type Call = RowOf<typeof callEntity>

/** Events this long before and after a call belong to what happened then. */
const AROUND_MS = 10 * MINUTE_MS

export function CallBadges({ call }: { call: Call }) {
  const { i18n } = useLingui()
  const word = callWords[call.state]
  return <WordMark word={word} label={i18n._(word.label)} />
}

const moment = (at: number | null) => at !== null && <bdi dir="ltr">{formatMoment(at)}</bdi>

export function CallPeek({ call }: { call: Call }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const place = [call.community, call.building, call.unit, call.roomNo].filter(Boolean).join(' · ')
  const { durationSeconds, endReason, deviceId } = call
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'place', label: t`Place`, value: place },
            { id: 'callee', label: t`Called person`, value: call.calleeName },
            { id: 'rang', label: t`Rang at`, value: moment(call.startedAt) },
            { id: 'answered', label: t`Answered at`, value: moment(call.answeredAt) },
            { id: 'by', label: t`Answered by`, value: call.answeredBy },
            {
              id: 'duration',
              label: t`Duration`,
              value: durationSeconds !== null && <Duration seconds={durationSeconds} />,
            },
            { id: 'ended', label: t`Ended because`, value: endReason && i18n._(endWords[endReason]) },
            { id: 'unlocked', label: t`Unlocked at`, value: moment(call.unlockedAt) },
            { id: 'unlockedBy', label: t`Unlocked by`, value: call.unlockedBy },
            {
              id: 'door',
              label: t`Door unit`,
              value: call.imei && <DoorLink imei={call.imei} name={call.deviceName ?? call.imei} />,
            },
          ]}
        />
      </PeekSection>
      {deviceId !== null && may('doorEvent.read') && (
        <PeekSection title={<Trans>At this door about then</Trans>}>
          <RelatedList
            view={doorEventView}
            query={{
              deviceId,
              atFrom: call.startedAt - AROUND_MS,
              atTo: (call.endedAt ?? call.startedAt) + AROUND_MS,
            }}
            none={t`Nothing else happened there.`}
          />
        </PeekSection>
      )}
    </>
  )
}
