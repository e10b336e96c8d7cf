// Ages that run: "11 s ago" in lists, "1:40" on open alarms; words come whole from Intl.
import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { timeOfAges } from './clock.ts'
import { Text } from './kit/parts.tsx'
import { formatDay, formatMoment, numberFormat, relativeFormat, useIntlLocale } from './locale.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago `at` was, in the largest fitting unit; after a week, the day itself. */
export function formatAge(at: number, now: number, locale: string): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  const words = relativeFormat(locale)
  if (seconds < MINUTE) return words.format(-seconds, 'second')
  if (seconds < HOUR) return words.format(-Math.floor(seconds / MINUTE), 'minute')
  if (seconds < DAY) return words.format(-Math.floor(seconds / HOUR), 'hour')
  if (seconds < 7 * DAY) return words.format(-Math.floor(seconds / DAY), 'day')
  return formatDay(at)
}

/** The time since `at` as a stopwatch for five minutes, then in whole units. */
export function formatElapsed(at: number, now: number, locale: string): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 5 * MINUTE) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const unit = seconds < HOUR ? 'minute' : seconds < DAY ? 'hour' : 'day'
  const length = unit === 'minute' ? MINUTE : unit === 'hour' ? HOUR : DAY
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.floor(seconds / length),
  )
}

// One clock for all ages on the page, running only while somebody looks.
const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

function onTick(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

// The snapshot is the finished text, so an age re-renders only when its words change.
function useRunning(at: number | undefined, format: typeof formatAge, now = timeOfAges): string | undefined {
  const locale = useIntlLocale()
  return useSyncExternalStore(onTick, () => (at === undefined ? undefined : format(at, now(), locale)))
}

export interface AgeProps {
  /** Epoch milliseconds; undefined means it never happened. */
  at: number | undefined
  /** The moment is of this device's own clock, not of the server's. */
  own?: boolean
}

export function Age({ at, own = false }: AgeProps) {
  const { t } = useLingui()
  const text = useRunning(at, formatAge, own ? Date.now : timeOfAges)
  if (at === undefined) return <span>{t`never`}</span>
  return (
    <Text as="time" nowrap dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {text}
    </Text>
  )
}

/** The time until a moment, as `Elapsed` says the time since one. */
export function Left({ until }: { until: number }) {
  const text = useRunning(until, (at, now, locale) => formatElapsed(now, at, locale))
  return (
    <Text as="time" nowrap dateTime={new Date(until).toISOString()} title={formatMoment(until)}>
      <bdi>{text}</bdi>
    </Text>
  )
}

/** Whether a moment has come; drawn anew when it does. */
export const useIsPast = (at: number): boolean => useSyncExternalStore(onTick, () => timeOfAges() >= at)

export function Elapsed({ since }: { since: number }) {
  const text = useRunning(since, formatElapsed)
  return (
    <Text as="time" nowrap dateTime={new Date(since).toISOString()} title={formatMoment(since)}>
      <bdi>{text}</bdi>
    </Text>
  )
}
