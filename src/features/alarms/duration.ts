// Lengths of time in words: how long something took, how much is left.
import { numberFormat } from '../../ui/locale.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `45 s`, `3 min`, `1.5 h`, `2 d` in the reader's language; the unit that fits. */
export function durationText(ms: number, locale: string): string {
  const [unit, size] =
    ms < MINUTE
      ? (['second', SECOND] as const)
      : ms < HOUR
        ? (['minute', MINUTE] as const)
        : ms < 2 * DAY
          ? (['hour', HOUR] as const)
          : (['day', DAY] as const)
  const digits = unit === 'hour' && ms < 10 * HOUR ? 1 : 0
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(Math.max(0, ms) / size)
}
