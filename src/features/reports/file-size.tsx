// Size of a file as people say it.
import { useIntlLocale } from '../../ui/locale.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function FileSize({ bytes }: { bytes: number | null }) {
  const locale = useIntlLocale()
  return <>{bytes === null ? '—' : sizeText(bytes, locale)}</>
}

/** The same as a text, for the second line of a card. */
export function sizeText(bytes: number, locale: string): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1]
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    // "70 byte" is what the short form makes of it.
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: unit === 0 ? 0 : 1,
  })
  return format.format(size)
}
