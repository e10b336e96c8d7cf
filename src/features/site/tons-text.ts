// Tons as people read them: always two decimals, with their unit.
import { numberFormat } from '../../ui/locale.ts'

/** `locale` is of Intl. */
export const tonsText = (value: number, locale: string): string =>
  `${numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)} t`

/** The same with its sign, for what changed. */
export const changeText = (value: number, locale: string): string =>
  `${numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format(value)} t`
