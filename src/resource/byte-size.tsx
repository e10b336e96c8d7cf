// Size of a file as people say it: in steps of 1024, as the limits are told.
import { useIntlLocale } from '../ui/locale.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function ByteSize({ bytes }: { bytes: number }) {
  return <bdi>{useByteSize()(bytes)}</bdi>
}

/** The same as a text, for labels. */
export function useByteSize(): (bytes: number) => string {
  const locale = useIntlLocale()
  return bytes => {
    let [size, unit] = [bytes, 0]
    while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1]
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: UNITS[unit] ?? 'byte',
      // "70 byte" is what the short form makes of it.
      unitDisplay: unit === 0 ? 'long' : 'short',
      maximumFractionDigits: unit < 2 || size >= 100 ? 0 : 1,
    }).format(size)
  }
}
