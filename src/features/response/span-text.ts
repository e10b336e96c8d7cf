// How long a step may take or takes, short enough for a column.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/durations.ts'
import { numberFormat } from '../../ui/locale.ts'

/** `45 s`, `2.5 min`, `1.5 h` in the reader's language. */
export function spanText(ms: number, locale: string): string {
  const [unit, size] =
    ms < 2 * MINUTE_MS
      ? (['second', SECOND_MS] as const)
      : ms < 2 * HOUR_MS
        ? (['minute', MINUTE_MS] as const)
        : (['hour', HOUR_MS] as const)
  const digits = unit === 'second' ? 0 : 1
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const
  return numberFormat(locale, style).format(ms / size)
}
