// The panel of a binding: since when and by whom, what the device says, and what else was in it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { simBinding } from '../../../domain/billing/sim-card.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { RelatedList } from '../../../resource/related-list.tsx'
import { useRights } from '../../../resource/surroundings.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { PeekSection } from '../../../ui/peek-panel.tsx'
import { inAddress } from '../address.ts'
import { historyView } from './binding-history.view.tsx'
import css from './sim-cards.module.css'

type SimBinding = RowOf<typeof simBinding>

/** Empty where the device says the same, or has never said. */
export function ReportedSimCard({ binding }: { binding: SimBinding }) {
  if (binding.toldIccid === null) return null
  return (
    <Text tone="warning">
      <bdi className={css.ltr}>{binding.toldIccid}</bdi>
    </Text>
  )
}

const moment = (at: number | null) => at !== null && <bdi dir="ltr">{formatMoment(at)}</bdi>

export function BindingPeek({ binding }: { binding: SimBinding }) {
  const { t } = useLingui()
  const may = useRights()
  const { toldIccid, iccid, imei, deviceId } = binding
  return (
    <>
      {toldIccid !== null && (
        <PeekSection>
          <Row
            as="p"
            align="start"
            gap={2}
            padX={3}
            padY={2}
            ground="warning-soft"
            round="control"
            tone="ink"
          >
            <Icon name="alert" size={18} />
            <span>
              <Trans>
                The device reports that card <bdi dir="ltr">{toldIccid}</bdi> is in it. Bind that one above
                the list.
              </Trans>
            </span>
          </Row>
        </PeekSection>
      )}
      <PeekSection>
        <Facts
          facts={[
            {
              id: 'card',
              label: t`Card`,
              value: may('simCard.read') ? (
                <a
                  className={look({ tone: 'accent' })}
                  href={`#/SIMCard?iccid=${inAddress(iccid)}&open=${binding.cardId}`}
                >
                  <bdi dir="ltr">{iccid}</bdi>
                </a>
              ) : (
                <bdi dir="ltr">{iccid}</bdi>
              ),
            },
            {
              id: 'device',
              label: t`Device`,
              value: may('device.read') ? (
                <a className={look({ tone: 'accent' })} href={`#/ProDeviceList?imei=${inAddress(imei)}`}>
                  <bdi>{binding.deviceName}</bdi>
                </a>
              ) : (
                binding.deviceName
              ),
            },
            { id: 'imei', label: t`IMEI`, value: <bdi dir="ltr">{imei}</bdi> },
            { id: 'number', label: t`Access number`, value: binding.accessNumber },
            { id: 'bound', label: t`Bound at`, value: moment(binding.boundAt) },
            { id: 'by', label: t`Bound by`, value: binding.boundBy },
            { id: 'unbound', label: t`Unbound at`, value: moment(binding.unboundAt) },
            { id: 'unboundBy', label: t`Unbound by`, value: binding.unboundBy },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>Cards of this device</Trans>}>
        <RelatedList view={historyView.ofDevice} query={{ deviceId }} none={t`None yet.`} />
      </PeekSection>
      <PeekSection title={<Trans>Devices of this card</Trans>}>
        <RelatedList view={historyView.ofCard} query={{ iccid }} none={t`None yet.`} />
      </PeekSection>
    </>
  )
}
