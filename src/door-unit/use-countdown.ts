// Seconds that are left until a moment.
import { useEffect, useState } from 'react'

/** Whole seconds until `at` by the clock `now`; never below 0. */
export function useCountdown(at: number | null, now: () => number): number | null {
  const [, tick] = useState(0)
  useEffect(() => {
    if (at === null) return
    const timer = setInterval(() => tick(count => count + 1), 250)
    return () => clearInterval(timer)
  }, [at])
  return at === null ? null : Math.max(0, Math.ceil((at - now()) / 1000))
}
