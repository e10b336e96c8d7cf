// Recharges an electricity or water meter: which meter, how much, by which way; the credit goes to the meter.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import { commandFacts } from '../../../domain/device/command-input.ts'
import { device } from '../../../domain/device/device.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { rowOptions } from '../../../resource/query.ts'
import { ReferenceSelect } from '../../../resource/reference-select.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Row } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { type Amount, AmountField, amountFen, isAmountGood } from './amount-field.tsx'
import { BillFormFrame } from './bill-form-frame.tsx'
import { useNewBills } from './use-new-bills.ts'
import { WayTiles } from './way-tiles.tsx'

const meters = commandFacts.credit.kinds ?? []
const kindsOf = {
  electricity: meters.filter(kind => kind === 'electricityMeter'),
  water: meters.filter(kind => kind !== 'electricityMeter'),
}

const meterName = (row: Readonly<Record<string, unknown>>): string =>
  [row.name, row.imei, row.installLocation].filter(Boolean).join(' · ')

export function MeterRechargePage() {
  const { i18n, t } = useLingui()
  const ordering = useNewBills()
  const [kind, setKind] = useState<keyof typeof kindsOf>('electricity')
  const [meterId, setMeterId] = useState<number>()
  const [amount, setAmount] = useState<Amount>({ usual: 5000 })
  const [way, setWay] = useState<PayWay>()
  const [strict, setStrict] = useState(false)
  const meter = useQuery({ ...rowOptions(device, meterId ?? 0), enabled: meterId !== undefined }).data
  const refusedAt = (field: string) =>
    ordering.refused?.field === field ? i18n._(wordsForError(ordering.refused.error)) : undefined
  const submit = () => {
    setStrict(true)
    const fen = amountFen(amount)
    if (!meter || fen === undefined || !isAmountGood(amount) || !way) return
    void ordering.order({ kind: 'meterTopUp', items: [{ subject: meter.imei, amount: fen }] }, way)
  }
  return (
    <BillFormFrame
      title={t`Top up a meter`}
      what={<Trans>What is paid goes to the meter as credit, as soon as it can be reached.</Trans>}
      kinds={['meterTopUp']}
      ordering={ordering}
      total={isAmountGood(amount) ? amountFen(amount) : undefined}
      fields={['subject', 'amount']}
      submit={<Trans>Pay</Trans>}
      onSubmit={submit}
    >
      <SegmentedFilter
        label={t`Kind of meter`}
        value={kind}
        onChange={next => {
          ordering.clear()
          setKind(next)
          setMeterId(undefined)
        }}
        segments={[
          { value: 'electricity', label: <Trans>Electricity</Trans> },
          { value: 'water', label: <Trans>Water</Trans> },
        ]}
      />
      <ReferenceSelect
        key={kind}
        label={t`Meter`}
        withAsterisk
        name="meter"
        entityKey="device"
        within={{ kind: kindsOf[kind] }}
        value={meterId}
        nameRow={meterName}
        error={refusedAt('subject') ?? (strict && !meter ? t`You must choose one` : undefined)}
        onChange={id => {
          ordering.clear()
          setMeterId(typeof id === 'number' ? id : undefined)
        }}
      />
      {meter && (
        <Facts
          facts={[
            { id: 'imei', label: t`IMEI`, value: <bdi dir="ltr">{meter.imei}</bdi> },
            { id: 'place', label: t`Install location`, value: meter.installLocation },
            {
              id: 'room',
              label: t`Room`,
              value: [meter.building, meter.unit, meter.roomNo].filter(Boolean).join(' · '),
            },
          ]}
        />
      )}
      {meter && meter.state !== 'online' && (
        <Row as="p" align="start" gap={2} padX={3} padY={2} ground="info-soft" round="control" tone="ink">
          <Trans>The meter is not connected now. The credit stays pending for at most 90 days.</Trans>
        </Row>
      )}
      <AmountField value={amount} onChange={setAmount} strict={strict} error={refusedAt('amount')} />
      <WayTiles value={way} onChange={setWay} />
    </BillFormFrame>
  )
}
