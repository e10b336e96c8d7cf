// Lengths and areas in words: metres up to a few kilometres, then kilometres.
import { useLingui } from '@lingui/react/macro'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'

const KILOMETRES_FROM = 10_000
const SQUARE_KILOMETRES_FROM = 1_000_000

export interface ShapeFigures {
  length: (metres: number) => string
  area: (squareMetres: number) => string
}

/** How lengths and areas are written in the reader's language. */
export function useShapeFigures(): ShapeFigures {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const digits = (value: number) =>
    numberFormat(locale, { maximumFractionDigits: value < 10 ? 2 : value < 1000 ? 1 : 0 }).format(value)
  const unit = (name: 'meter' | 'kilometer', value: number) =>
    numberFormat(locale, {
      style: 'unit',
      unit: name,
      maximumFractionDigits: value < 10 ? 2 : value < 1000 ? 1 : 0,
    }).format(value)
  return {
    length: metres => (metres < KILOMETRES_FROM ? unit('meter', metres) : unit('kilometer', metres / 1000)),
    area: square => {
      const metres = digits(square)
      const kilometres = digits(square / 1_000_000)
      return square < SQUARE_KILOMETRES_FROM ? t`${metres} m²` : t`${kilometres} km²`
    },
  }
}
