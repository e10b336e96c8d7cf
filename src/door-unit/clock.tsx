// The time of day, large.
import { useEffect, useState } from 'react'
import { MINUTE_MS } from '../domain/durations.ts'
import { Text } from '../ui/kit/parts.tsx'
import { useIntlLocale } from '../ui/locale.ts'
import css from './door-page.module.css'

export function Clock() {
  const locale = useIntlLocale()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    // On the minute, not some seconds after it.
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MS - (now.getTime() % MINUTE_MS) + 20)
    return () => clearTimeout(timer)
  }, [now])
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' })
  return (
    <time dateTime={now.toISOString()}>
      <Text as="b" block className={css.clock}>
        {time.format(now)}
      </Text>
      <Text tone="ink-2">{day.format(now)}</Text>
    </time>
  )
}
