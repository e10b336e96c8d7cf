// Lengths of time in words: how long something took, how much is left.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/durations.ts'
import { numberFormat } from '../../ui/locale.ts'

/** `45 s`, `3 min`, `1.5 h`, `2 d` in the reader's language; the unit that fits. */
export function durationText(ms: number, locale: string): string {
  const [unit, size] =
    ms < MINUTE_MS
      ? (['second', SECOND_MS] as const)
      : ms < HOUR_MS
        ? (['minute', MINUTE_MS] as const)
        : ms < 2 * DAY_MS
          ? (['hour', HOUR_MS] as const)
          : (['day', DAY_MS] as const)
  const digits = unit === 'hour' && ms < 10 * HOUR_MS ? 1 : 0
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(Math.max(0, ms) / size)
}
