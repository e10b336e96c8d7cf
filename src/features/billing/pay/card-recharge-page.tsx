// Recharges one card: which card, what for, by which way; pays at once and shows the result.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PayWay } from '../../../domain/billing/bill.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { Facts } from '../../../ui/facts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { CardField, firstPurchase, PurchaseFields, useBought, useCard } from './card-field.tsx'
import { OrderFrame } from './order-frame.tsx'
import { useOrder } from './use-order.ts'
import { WayCards } from './way-cards.tsx'

export function CardRechargePage() {
  const { i18n, t } = useLingui()
  const ordering = useOrder()
  const [cardId, setCardId] = useState<number>()
  const [purchase, setPurchase] = useState(firstPurchase)
  const [way, setWay] = useState<PayWay>()
  const [strict, setStrict] = useState(false)
  const card = useCard(cardId)
  const bought = useBought(purchase)
  const refusedAt = (field: string) =>
    ordering.refused?.field === field ? i18n._(wordsForError(ordering.refused.error)) : undefined
  const submit = () => {
    setStrict(true)
    if (!card || !bought.good || !way) return
    void ordering.order({ kind: bought.kind, items: [{ subject: card.iccid, ...bought.line }] }, way)
  }
  return (
    <OrderFrame
      title={t`Top up a card`}
      what={<Trans>An amount or a package for one SIM card, paid here and now.</Trans>}
      kinds={['package', 'cardTopUp']}
      ordering={ordering}
      total={bought.price}
      fields={['subject', 'amount', 'packageId']}
      submit={<Trans>Pay</Trans>}
      onSubmit={submit}
    >
      <CardField
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
      <WayCards value={way} onChange={setWay} />
    </OrderFrame>
  )
}
