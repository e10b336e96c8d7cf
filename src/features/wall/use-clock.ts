// The clock of a wall: its second by the server, and how that second is said where the wall hangs.
import { useEffect, useMemo, useState } from 'react'
import { serverNow } from '../../platform/server-clock.ts'
import { useIntlLocale } from '../../ui/locale.ts'

const TICK_MS = 1_000

/** The time by the server's clock, each second. */
export function useSeconds(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The day and the time of the wall's place in words, and its hour as a number. */
export function useClock(zone: string) {
  const locale = useIntlLocale()
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions, words = locale) =>
      new Intl.DateTimeFormat(words, { timeZone: zone, hourCycle: 'h23', ...options })
    return {
      day: format({ month: 'long', day: 'numeric', weekday: 'long' }),
      time: format({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
      hour: format({ hour: '2-digit' }, 'en-GB'),
    }
  }, [locale, zone])
}
