// How long somebody stayed, in words.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { numberFormat } from '../../ui/locale.ts'

/** A length of time in its two largest units: `2 hr 5 min`. */
export function stayText(ms: number, locale: string): string {
  const unit = (name: 'day' | 'hour' | 'minute' | 'second', value: number) =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  const span = Math.max(0, ms)
  if (span < MINUTE_MS) return unit('second', Math.round(span / 1000))
  const [days, hours, minutes] = [
    Math.floor(span / DAY_MS),
    Math.floor((span % DAY_MS) / HOUR_MS),
    Math.floor((span % HOUR_MS) / MINUTE_MS),
  ]
  const parts =
    days > 0 ? [unit('day', days), unit('hour', hours)] : [unit('hour', hours), unit('minute', minutes)]
  return parts.filter((_, at) => [days || hours, days > 0 ? hours : minutes][at] !== 0).join(' ')
}
