// One entry or exit in its panel: who, when, how long, and where on a small map.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { fenceEvent } from '../../domain/fence/fence.ts'
import { PlaceMap } from '../../resource/map/place-map.tsx'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { formatMoment, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { infoPath } from './fence-search.ts'
import { eventWords } from './fence-words.ts'
import { stayText } from './stay-text.ts'

export type FenceEvent = RowOf<typeof fenceEvent>

export function EventPeek({ event }: { event: FenceEvent }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const { since, at, latitude, longitude } = event
  const place = { id: 'place', label: event.deviceName, at: { latitude, longitude } }
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'kind', label: t`What`, value: i18n._(eventWords[event.kind].label) },
            { id: 'at', label: t`Time`, value: formatMoment(at) },
            {
              id: 'arrived',
              label: t`Arrived`,
              value: event.late && (
                <>
                  {formatMoment(event.createdAt)} <Trans>(late, out of the device’s buffer)</Trans>
                </>
              ),
            },
            {
              id: 'fence',
              label: t`Geofence`,
              value: (
                <a
                  className={look({ inline: true, touchable: true, tone: 'accent' })}
                  href={`#${infoPath(event.fenceId)}`}
                >
                  {event.fenceName}
                </a>
              ),
            },
            {
              id: 'device',
              label: t`Device`,
              value: (
                <a
                  className={look({ inline: true, touchable: true, tone: 'accent' })}
                  href={`#/DeviceDtail?imei=${event.imei}`}
                >
                  {event.deviceName}
                </a>
              ),
            },
            { id: 'wearer', label: t`Person`, value: event.wearerName },
            { id: 'since', label: t`Inside since`, value: since !== null && formatMoment(since) },
            { id: 'stay', label: t`Stayed`, value: since !== null && stayText(at - since, locale) },
            {
              id: 'alarm',
              label: t`Alarm`,
              value: event.alarmId !== null && (
                <a
                  className={look({ inline: true, touchable: true, tone: 'accent' })}
                  href={`#/AlarmHistory?alarm=${event.alarmId}`}
                >
                  <Trans>Open the alarm</Trans>
                </a>
              ),
            },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>Where</Trans>}>
        <PlaceMap places={[place]} label={t`Place of the event`} />
      </PeekSection>
    </>
  )
}
