// How old something is, or how late it came, in a word of the language.
import type { I18n } from '@lingui/core'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'

export function relativeAge(ms: number, { locale }: Pick<I18n, 'locale'>): string {
  const [unit, size] =
    ms >= HOUR_MS
      ? (['hour', HOUR_MS] as const)
      : ms >= MINUTE_MS
        ? (['minute', MINUTE_MS] as const)
        : (['second', 1_000] as const)
  return new Intl.NumberFormat(locale === 'cn' ? 'zh-CN' : locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
  }).format(Math.round(ms / size))
}
