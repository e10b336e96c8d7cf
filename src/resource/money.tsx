// Amounts as people read them. They stay left to right in every language.
import { yuanOf } from '../domain/billing/money.ts'
import { numberFormat, useIntlLocale } from '../ui/locale.ts'

/** An amount of fen in the words of a language: ¥12.30. */
export function formatFen(fen: number, locale: string): string {
  const format = numberFormat(locale, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' })
  return format.format(Number(yuanOf(fen)))
}

export function Money({ fen }: { fen: number }) {
  const locale = useIntlLocale()
  return <bdi dir="ltr">{formatFen(fen, locale)}</bdi>
}
