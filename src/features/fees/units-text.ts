// Registers and unit prices as people read them.
import type { TariffKind } from '../../domain/fees/month-bill.ts'
import { unitsOf, yuanPerUnit } from '../../domain/fees/units.ts'
import { numberFormat } from '../../ui/locale.ts'

/** Up to three decimals, as the register shows them. */
export const unitsText = (value: number, locale: string): string =>
  numberFormat(locale, { maximumFractionDigits: 3 }).format(value)

/** Said the same in all languages. */
const unitNames: Record<TariffKind, string> = { electricity: 'kWh', water: 'm³', service: 'm²' }

export const unitName = (kind: TariffKind): string => unitNames[kind]

export const quantityText = (thousandths: number, kind: TariffKind, locale: string): string =>
  `${unitsText(unitsOf(thousandths), locale)} ${unitNames[kind]}`

export function priceText(yuan: number, locale: string): string {
  const format = numberFormat(locale, {
    ...{ style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' },
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 6 },
  })
  return format.format(yuan)
}

export const microFenText = (microFen: number, locale: string): string =>
  priceText(yuanPerUnit(microFen), locale)
