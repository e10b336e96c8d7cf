// Distances, speeds and times of a track in the reader's language.
import { numberFormat } from '../../../ui/locale.ts'

const lists = new Map<string, Intl.ListFormat>()

function listFormat(locale: string): Intl.ListFormat {
  const known = lists.get(locale)
  if (known) return known
  const made = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' })
  lists.set(locale, made)
  return made
}

/** `850 m`, `1.2 km`. */
export function distanceText(locale: string, metres: number): string {
  const far = metres >= 995
  return numberFormat(locale, {
    style: 'unit',
    unit: far ? 'kilometer' : 'meter',
    maximumFractionDigits: far ? (metres < 99_500 ? 2 : 0) : 0,
  }).format(far ? metres / 1000 : metres)
}

/** `4.8 km/h`. */
export const speedText = (locale: string, metresPerSecond: number): string =>
  numberFormat(locale, {
    style: 'unit',
    unit: 'kilometer-per-hour',
    maximumFractionDigits: metresPerSecond < 10 ? 1 : 0,
  }).format(metresPerSecond * 3.6)

/** `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function durationText(locale: string, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const part = (value: number, unit: string) =>
    numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  if (seconds < 60) return part(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return part(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  const pair =
    hours < 24
      ? [part(hours, 'hour'), ...(minutes % 60 > 0 ? [part(minutes % 60, 'minute')] : [])]
      : [part(Math.floor(hours / 24), 'day'), ...(hours % 24 > 0 ? [part(hours % 24, 'hour')] : [])]
  return listFormat(locale).format(pair)
}

/** A place as `22.54310, 114.05790`. */
export const placeText = (latitude: number, longitude: number): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
