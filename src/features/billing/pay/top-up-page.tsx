// Tops up one's own phone or SIM card, or somebody else's phone, whose number is asked twice.
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { PHONE_DIGITS } from '../../../domain/limits.ts'
import { isPhone, limitedNumber } from '../../../domain/text-input.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { useSession } from '../../../resource/surroundings.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { type Amount, AmountField, amountFen, isAmountGood } from './amount-field.tsx'
import { BillFormFrame } from './bill-form-frame.tsx'
import { SimCardField, useSimCard } from './sim-card-field.tsx'
import { useNewBills } from './use-new-bills.ts'

export function TopUpPage({ whose }: { whose: 'own' | 'other' }) {
  const { i18n, t } = useLingui()
  const ownPhone = useSession()?.user.phone ?? ''
  const ordering = useNewBills()
  const [target, setTarget] = useState<'phone' | 'card'>('phone')
  const [phone, setPhone] = useState(whose === 'own' ? ownPhone : '')
  const [again, setAgain] = useState('')
  const [cardId, setCardId] = useState<number>()
  const [amount, setAmount] = useState<Amount>({ usual: 3000 })
  const [strict, setStrict] = useState(false)
  const card = useSimCard(cardId)
  const refusedAt = (field: string) =>
    ordering.refused?.field === field ? i18n._(wordsForError(ordering.refused.error)) : undefined
  const phoneProblem =
    phone === ''
      ? t`The phone number must not be empty`
      : isPhone(phone)
        ? undefined
        : t`Enter a mobile number of 11 digits`
  const againProblem = whose === 'other' && again !== phone ? t`The two numbers differ` : undefined
  const cardProblem = card === undefined ? t`You must choose one` : undefined
  const good = target === 'phone' ? !phoneProblem && !againProblem : !cardProblem
  const submit = () => {
    setStrict(true)
    const fen = amountFen(amount)
    if (!good || !isAmountGood(amount) || fen === undefined) return
    const kind = target === 'phone' ? 'phoneTopUp' : 'cardTopUp'
    void ordering.order({
      kind,
      items: [{ subject: target === 'phone' ? phone : (card?.iccid ?? ''), amount: fen }],
    })
  }
  const typed = (set: (text: string) => void) => (event: { currentTarget: { value: string } }) => {
    ordering.clear()
    set(limitedNumber(event.currentTarget.value, PHONE_DIGITS))
  }
  return (
    <BillFormFrame
      title={whose === 'own' ? t`Top up` : t`Top up for another`}
      what={
        whose === 'own' ? (
          <Trans>Choose the phone or the card and how much. You pay on the next page.</Trans>
        ) : (
          <Trans>Money for somebody else’s phone. Enter the number twice: it cannot be taken back.</Trans>
        )
      }
      kinds={['phoneTopUp', 'cardTopUp']}
      ordering={ordering}
      total={isAmountGood(amount) ? amountFen(amount) : undefined}
      fields={['subject', 'amount']}
      submit={<Trans>Continue to payment</Trans>}
      onSubmit={submit}
    >
      {whose === 'own' && (
        <SegmentedFilter
          label={t`What is topped up`}
          value={target}
          onChange={next => {
            ordering.clear()
            setTarget(next)
          }}
          segments={[
            { value: 'phone', label: <Trans>Phone</Trans> },
            { value: 'card', label: <Trans>SIM card</Trans> },
          ]}
        />
      )}
      {target === 'phone' ? (
        <>
          <TextInput
            label={t`Phone number`}
            type="tel"
            inputMode="numeric"
            autoComplete={whose === 'own' ? 'tel-national' : 'off'}
            dir="ltr"
            value={phone}
            withAsterisk
            error={refusedAt('subject') ?? (strict ? phoneProblem : undefined)}
            onChange={typed(setPhone)}
          />
          {whose === 'other' && (
            <TextInput
              label={t`Phone number again`}
              type="tel"
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              value={again}
              withAsterisk
              // What is pasted twice is wrong twice.
              onPaste={event => event.preventDefault()}
              error={strict || again.length === PHONE_DIGITS ? againProblem : undefined}
              onChange={typed(setAgain)}
            />
          )}
        </>
      ) : (
        <SimCardField
          withAsterisk
          value={cardId}
          onChange={id => {
            ordering.clear()
            setCardId(id)
          }}
          error={refusedAt('subject') ?? (strict ? cardProblem : undefined)}
        />
      )}
      <AmountField value={amount} onChange={setAmount} strict={strict} error={refusedAt('amount')} />
    </BillFormFrame>
  )
}
