// Times as the roster and the rounds say them, by the clocks of the tenant.
import { DAY_MS } from '../../domain/durations.ts'
import { localTime, startOf } from '../../domain/report/zone-time.ts'
import { tenantZone } from '../../resource/zone.ts'
import { clockOf } from '../../ui/week.ts'

/** `08:30`. */
export const clockAt = (at: number): string => clockOf(localTime(tenantZone(), at).minute)

/** `Fri 20`, a day in the head of a column or before a time. */
export function dayAt(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: tenantZone(), weekday: 'short', day: 'numeric' }).format(
    at,
  )
}

/** `Sat 20:00 – Sun 08:00`, or on one day `Sat 20:00 – 22:00`. */
export function spanText(startsAt: number, endsAt: number, locale: string): string {
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: tenantZone(), weekday: 'short' })
  const same = weekday.format(startsAt) === weekday.format(endsAt) && endsAt - startsAt < DAY_MS
  return same
    ? `${weekday.format(startsAt)} ${clockAt(startsAt)} – ${clockAt(endsAt)}`
    : `${weekday.format(startsAt)} ${clockAt(startsAt)} – ${weekday.format(endsAt)} ${clockAt(endsAt)}`
}

/** Whether two moments are of one day there. */
export const sameDay = (a: number, b: number): boolean =>
  startOf('day', tenantZone(), a) === startOf('day', tenantZone(), b)
