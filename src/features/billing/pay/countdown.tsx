// The time that is left to pay.

import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { serverNow } from '../../../platform/server-clock.ts'
import { formatSpan } from '../../../ui/locale.ts'
import css from './pay.module.css'

const TICK_MS = 500

export function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const left = Math.ceil((until - now) / 1000)
  if (left <= 0) {
    return (
      <p className={css.quiet}>
        <Trans>The time is over. Checking with the provider.</Trans>
      </p>
    )
  }
  return (
    <p className={css.quiet} role="timer" aria-live="off">
      <Trans>Time left</Trans>{' '}
      <bdi dir="ltr" className={css.clock}>
        {formatSpan(left)}
      </bdi>
    </p>
  )
}
