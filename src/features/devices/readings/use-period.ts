// The time a page shows: the last hours, which go on while one looks, or whole days that were chosen.

import { useEffect, useState } from 'react'
import { HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import type { Period } from '../../../ui/period.ts'
import { type ReadingSearch, type Span, spans } from './reading-search.ts'

export interface ShownTime {
  period: Period
  /** Absent where days were chosen. */
  span: Span | undefined
}

const STEP_MS = MINUTE_MS

/** The period of an address. One of the last hours ends now, and is told anew each minute. */
export function usePeriod({ span, from, to }: ReadingSearch): ShownTime {
  const fixed = from !== undefined && to !== undefined
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    if (fixed) return
    const timer = setInterval(() => setNow(serverNow()), STEP_MS)
    return () => clearInterval(timer)
  }, [fixed])
  if (fixed) return { period: { from, to }, span: undefined }
  const chosen = span ?? 'day'
  const end = Math.ceil(now / STEP_MS) * STEP_MS
  return { period: { from: end - spans[chosen] * HOUR_MS, to: end }, span: chosen }
}
