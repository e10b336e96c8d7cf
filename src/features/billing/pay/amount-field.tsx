// How much: the usual sums as buttons, or any other with at most two decimals.
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { LEAST_TOP_UP, MOST_TOP_UP } from '../../../domain/billing/bill.ts'
import { fenOf } from '../../../domain/billing/money.ts'
import { decimalText } from '../../../domain/text-input.ts'
import { Money } from '../../../resource/money.tsx'
import { Stack, Text } from '../../../ui/kit/parts.tsx'
import { ChoiceTile } from './choice-tile.tsx'
import css from './pay.module.css'

/** Fen. */
export const USUAL = [1000, 2000, 3000, 5000, 10_000, 20_000, 30_000, 50_000] as const

/** What was chosen: one of the usual sums in fen, or a text in yuan. */
export type Amount = { usual: number } | { own: string }

export const amountFen = (amount: Amount): number | undefined =>
  'usual' in amount ? amount.usual : fenOf(amount.own)

/** True for a sum that may be ordered. */
export function isAmountGood(amount: Amount): boolean {
  const fen = amountFen(amount)
  return fen !== undefined && fen >= LEAST_TOP_UP && fen <= MOST_TOP_UP
}

interface AmountFieldProps {
  value: Amount
  onChange: (amount: Amount) => void
  /** Shows what is wrong although nobody has typed yet. */
  strict: boolean
  error?: string | undefined
}

export function AmountField({ value, onChange, strict, error }: AmountFieldProps) {
  const { t } = useLingui()
  const name = useId()
  const own = 'own' in value ? value.own : ''
  const [least, most] = [<Money key="least" fen={LEAST_TOP_UP} />, <Money key="most" fen={MOST_TOP_UP} />]
  const wrong = 'own' in value && (strict || own !== '') && !isAmountGood(value)
  return (
    <Stack as="fieldset" gap={2} shrink pad={0} edge="none">
      <Text as="legend" below={2} size="section" strong tone="ink">
        <Trans>Amount</Trans>
      </Text>
      <Stack gap={2} className={css.choices}>
        {USUAL.map(fen => (
          <ChoiceTile
            key={fen}
            name={name}
            chosen={'usual' in value && value.usual === fen}
            onChoose={() => onChange({ usual: fen })}
          >
            <Text strong>
              <Money fen={fen} />
            </Text>
          </ChoiceTile>
        ))}
      </Stack>
      <TextInput
        label={t`Another amount`}
        description={
          <Trans>
            From {least} to {most}
          </Trans>
        }
        inputMode="decimal"
        autoComplete="off"
        value={own}
        leftSection="¥"
        dir="ltr"
        maxLength={9}
        error={
          error ??
          (wrong ? (
            own === '' ? (
              t`Must not be empty`
            ) : (
              <Trans>
                Enter an amount from {least} to {most}
              </Trans>
            )
          ) : undefined)
        }
        onChange={event => onChange({ own: decimalText(event.currentTarget.value) })}
      />
    </Stack>
  )
}
