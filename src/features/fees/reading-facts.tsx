// The panel of a reading: from what to what, who read it, and the photo that shows it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { meterReading } from '../../domain/fees/meter.ts'
import { Photos } from '../../resource/photos.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { unitName, unitsText } from './units-text.ts'

export function ReadingFacts({ reading: row }: { reading: RowOf<typeof meterReading> }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const shown = (value: number | null) =>
    value !== null && <bdi dir="ltr">{`${unitsText(value, locale)} ${unitName(row.kind)}`}</bdi>
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'room', label: t`Room`, value: row.roomName },
            { id: 'on', label: t`Read on`, value: row.readOn },
            { id: 'before', label: t`Before`, value: shown(row.before) },
            { id: 'reading', label: t`Reading`, value: shown(row.reading) },
            { id: 'consumed', label: t`Consumed`, value: shown(row.consumed) },
            { id: 'rollover', label: t`Rolled over`, value: row.rollover && t`Yes` },
            { id: 'by', label: t`By`, value: row.userName },
            { id: 'reason', label: t`Reason`, value: row.reason },
            { id: 'note', label: t`Note`, value: row.note },
          ]}
        />
      </PeekSection>
      {row.photos.length > 0 && (
        <PeekSection title={<Trans>Photos</Trans>}>
          <Photos addresses={row.photos} />
        </PeekSection>
      )}
    </>
  )
}
