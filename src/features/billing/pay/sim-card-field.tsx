// Chooses a SIM card by ICCID, number or device, and what is bought for it: an amount or a package.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { simCard } from '../../../domain/billing/sim-card.ts'
import { simPackage } from '../../../domain/billing/sim-package.ts'
import { rowOptions } from '../../../resource/query.ts'
import { ReferenceSelect } from '../../../resource/reference-select.tsx'
import { Stack } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { type Amount, AmountField, amountFen, isAmountGood } from './amount-field.tsx'

interface SimCardFieldProps {
  value: number | undefined
  onChange: (id: number | undefined) => void
  error?: string | undefined
  label?: string
  withAsterisk?: boolean
}

const cardName = (row: Readonly<Record<string, unknown>>): string =>
  [row.iccid, row.deviceName ?? row.accessNumber].filter(Boolean).join(' · ')

export function SimCardField({ value, onChange, error, label, withAsterisk = false }: SimCardFieldProps) {
  const { t } = useLingui()
  return (
    <ReferenceSelect
      label={label ?? t`SIM card`}
      name="card"
      entityKey="simCard"
      value={value}
      nameRow={cardName}
      error={error}
      withAsterisk={withAsterisk}
      onChange={id => onChange(typeof id === 'number' ? id : undefined)}
    />
  )
}

/** The chosen card, once it is known. */
export const useSimCard = (id: number | undefined) =>
  useQuery({ ...rowOptions(simCard, id ?? 0), enabled: id !== undefined }).data

/** What is bought for a card. */
export interface Purchase {
  by: 'amount' | 'package'
  amount: Amount
  packageId: number | undefined
}

export const firstPurchase: Purchase = { by: 'amount', amount: { usual: 3000 }, packageId: undefined }

interface PurchaseFieldsProps {
  value: Purchase
  onChange: (purchase: Purchase) => void
  strict: boolean
  amountError?: string | undefined
  packageError?: string | undefined
}

export function PurchaseFields({ value, onChange, strict, amountError, packageError }: PurchaseFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <SegmentedFilter
        label={t`What is bought`}
        value={value.by}
        onChange={by => onChange({ ...value, by })}
        segments={[
          { value: 'amount', label: <Trans>Top up an amount</Trans> },
          { value: 'package', label: <Trans>Buy a package</Trans> },
        ]}
      />
      {value.by === 'amount' ? (
        <AmountField
          value={value.amount}
          onChange={amount => onChange({ ...value, amount })}
          strict={strict}
          error={amountError}
        />
      ) : (
        <Stack gap={2} shrink pad={0} edge="none">
          <ReferenceSelect
            label={t`Package`}
            name="package"
            entityKey="simPackage"
            within={{ status: ['enabled'] }}
            value={value.packageId}
            error={
              packageError ?? (strict && value.packageId === undefined ? t`You must choose one` : undefined)
            }
            onChange={id => onChange({ ...value, packageId: typeof id === 'number' ? id : undefined })}
          />
        </Stack>
      )}
    </>
  )
}

export interface Bought {
  /** Fen of one card. */
  price: number | undefined
  good: boolean
  /** The kind of the bills and what each of its lines carries. */
  kind: 'package' | 'cardTopUp'
  line: { packageId?: number; amount?: number }
}

/** What a purchase comes to, and how it is ordered. A top-up package is a top-up. */
export function useBought({ by, amount, packageId }: Purchase): Bought {
  const { data } = useQuery({ ...rowOptions(simPackage, packageId ?? 0), enabled: packageId !== undefined })
  if (by === 'amount') {
    const fen = amountFen(amount)
    return {
      price: fen,
      good: isAmountGood(amount),
      kind: 'cardTopUp',
      line: fen === undefined ? {} : { amount: fen },
    }
  }
  const chosen = packageId === undefined ? undefined : data
  return {
    price: chosen?.price,
    good: chosen !== undefined,
    kind: chosen?.type === 'topUp' ? 'cardTopUp' : 'package',
    line: packageId === undefined ? {} : { packageId },
  }
}
