// Prices in columns and second lines: one, or from the lowest to the highest.
import { formatFen } from '../../resource/money.tsx'

/** Isolated: beside Arabic words it stays left to right. */
const isolated = (text: string) => `\u2066${text}\u2069`

export const priceText = (fen: number, locale: string): string => isolated(formatFen(fen, locale))

export function priceRange(
  { price, priceTo }: { price: number | null; priceTo: number | null },
  locale: string,
): string | undefined {
  if (price === null) return undefined
  if (priceTo === null || priceTo === price) return priceText(price, locale)
  return isolated(`${formatFen(price, locale)} – ${formatFen(priceTo, locale)}`)
}
