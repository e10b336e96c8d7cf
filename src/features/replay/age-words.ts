// How old something is, or how late it came, in a word of the language.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/durations.ts'
import { numberFormat } from '../../ui/locale.ts'

/** `locale` is of Intl. */
export function relativeAge(ms: number, locale: string): string {
  const [unit, size] =
    ms >= HOUR_MS
      ? (['hour', HOUR_MS] as const)
      : ms >= MINUTE_MS
        ? (['minute', MINUTE_MS] as const)
        : (['second', SECOND_MS] as const)
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.round(ms / size))
}
