// The present second, for countdowns.

import { useEffect, useState } from 'react'
import { serverNow } from '../../../platform/server-clock.ts'

/** The time now, renewed each second while `runs`. */
export function useSecond(runs: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  return now
}
