// The time that is left to pay.

import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { serverNow } from '../../../platform/server-clock.ts'
import { Text } from '../../../ui/kit/parts.tsx'
import { formatSpan } from '../../../ui/locale.ts'

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
      <Text as="p" size="small" tone="ink-2">
        <Trans>Time is up. Checking with the provider.</Trans>
      </Text>
    )
  }
  return (
    <Text as="p" size="small" tone="ink-2" role="timer" aria-live="off">
      <Trans>Time left</Trans>{' '}
      <Text as="bdi" dir="ltr" size="title" strong>
        {formatSpan(left)}
      </Text>
    </Text>
  )
}
