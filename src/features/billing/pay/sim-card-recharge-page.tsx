// Recharges one SIM card: which one, what for, by which way; pays at once and shows the result.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { Facts } from '../../../ui/facts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { BillFormFrame } from './bill-form-frame.tsx'
import { firstPurchase, PurchaseFields, SimCardField, useBought, useSimCard } from './sim-card-field.tsx'
import { useNewBills } from './use-new-bills.ts'
import { WayTiles } from './way-tiles.tsx'

export function SimCardRechargePage() {
  const { i18n, t } = useLingui()
  const ordering = useNewBills()
  const [cardId, setCardId] = useState<number>()
  const [purchase, setPurchase] = useState(firstPurchase)
  const [way, setWay] = useState<PayWay>()
  const [strict, setStrict] = useState(false)
  const card = useSimCard(cardId)
  const bought = useBought(purchase)
  const refusedAt = (field: string) =>
    ordering.refused?.field === field ? i18n._(wordsForError(ordering.refused.error)) : undefined
  const submit = () => {
    setStrict(true)
    if (!card || !bought.good || !way) return
    void ordering.order({ kind: bought.kind, items: [{ subject: card.iccid, ...bought.line }] }, way)
  }
  return (
    <BillFormFrame
      title={t`Top up a card`}
      what={<Trans>An amount or a package for one SIM card, paid here and now.</Trans>}
      kinds={['package', 'cardTopUp']}
      ordering={ordering}
      total={bought.price}
      fields={['subject', 'amount', 'packageId']}
      submit={<Trans>Pay</Trans>}
      onSubmit={submit}
    >
      <SimCardField
        withAsterisk
        value={cardId}
        onChange={id => {
          ordering.clear()
          setCardId(id)
        }}
        error={refusedAt('subject') ?? (strict && !card ? t`You must choose one` : undefined)}
      />
      {card && (
        <Facts
          facts={[
            { id: 'device', label: t`Device`, value: card.deviceName },
            { id: 'number', label: t`Access number`, value: card.accessNumber },
            { id: 'package', label: t`Current package`, value: card.packageName },
            {
              id: 'ends',
              label: t`Runs until`,
              value: card.packageEndsAt !== null && <bdi dir="ltr">{formatMoment(card.packageEndsAt)}</bdi>,
            },
          ]}
        />
      )}
      <PurchaseFields
        value={purchase}
        onChange={next => {
          ordering.clear()
          setPurchase(next)
        }}
        strict={strict}
        amountError={refusedAt('amount')}
        packageError={refusedAt('packageId')}
      />
      <WayTiles value={way} onChange={setWay} />
    </BillFormFrame>
  )
}
