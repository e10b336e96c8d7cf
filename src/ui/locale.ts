// Which Intl locale belongs to the language the interface is in, and cached formatters for it.
import { useLingui } from '@lingui/react'

// Arabic keeps western digits: identifiers, limits and clock times stay readable beside each other.
const intlNames: Record<string, string> = { cn: 'zh-CN', ar: 'ar-u-nu-latn' }

/** The BCP 47 name of an interface language code (`cn` → `zh-CN`). */
export const intlLocale = (language: string): string => intlNames[language] ?? (language || 'zh-CN')

/** The Intl locale of the language now shown. */
export function useIntlLocale(): string {
  const { i18n } = useLingui()
  return intlLocale(i18n.locale)
}

const numbers = new Map<string, Intl.NumberFormat>()

/** A cached number formatter; building one costs as much as formatting dozens of numbers. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  const known = numbers.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, options)
  numbers.set(key, made)
  return made
}

const relatives = new Map<string, Intl.RelativeTimeFormat>()

/** A cached formatter of relative times, in the short form of lists. */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const known = relatives.get(locale)
  if (known) return known
  const narrow = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' })
  // Some languages put a bare minus there (-5 s), which reads as a negative figure.
  const made = /^[-−]/.test(narrow.format(-5, 'second'))
    ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
    : narrow
  relatives.set(locale, made)
  return made
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** A moment as `YYYY-MM-DD HH:mm:ss` in the viewer's zone, the console's one date form. */
export function formatMoment(at: number): string {
  const d = new Date(at)
  return `${formatDay(at)} ${pad(d.getHours())}:${pad(d.getMinutes())}:${pad(d.getSeconds())}`
}

/** The day of a moment as `YYYY-MM-DD`. */
export function formatDay(at: number): string {
  const d = new Date(at)
  return `${pad(d.getFullYear(), 4)}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`
}

/** A span of seconds as `mm:ss`, from an hour on `h:mm:ss`: of countdowns and running clocks. */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${pad(minutes)}:${pad(whole % 60)}`
}
