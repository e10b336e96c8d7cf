// The panel of a meter: what it shows, whose it is, what was read on it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { meter } from '../../domain/fees/meter.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { meterReadingView } from './meter-reading.view.tsx'
import { unitName, unitsText } from './units-text.ts'

const SHOWN = 8

export function MeterPeek({ meter: row }: { meter: RowOf<typeof meter> }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const shown = (value: number | null) =>
    value !== null && <bdi dir="ltr">{`${unitsText(value, locale)} ${unitName(row.kind)}`}</bdi>
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'community', label: t`Community`, value: row.communityName },
            { id: 'shows', label: t`Shows`, value: shown(row.lastReading) },
            { id: 'on', label: t`Read on`, value: row.lastOn },
            { id: 'consumed', label: t`Consumed`, value: shown(row.lastConsumed) },
            { id: 'billed', label: t`Billed until`, value: row.billedUntil },
            { id: 'installed', label: t`Installed on`, value: row.installedOn },
            { id: 'start', label: t`Reading at installation`, value: shown(row.startReading) },
            { id: 'removed', label: t`Taken out on`, value: row.removedOn },
            { id: 'digits', label: t`Digits before the decimal point`, value: String(row.digits) },
            {
              id: 'multiplier',
              label: t`Multiplier`,
              value: row.multiplier > 1 && <bdi dir="ltr">{`× ${row.multiplier}`}</bdi>,
            },
            { id: 'device', label: t`Device`, value: row.deviceName },
            { id: 'note', label: t`Note`, value: row.note },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>Readings</Trans>}>
        <RelatedList
          view={meterReadingView}
          query={{ meterId: row.id }}
          size={SHOWN}
          none={<Trans>It was not read yet</Trans>}
          all={`/meters?tab=readings&meterId=${row.id}`}
        />
      </PeekSection>
    </>
  )
}
