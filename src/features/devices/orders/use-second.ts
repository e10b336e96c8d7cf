// The present second, for countdowns.
import { useEffect, useState } from 'react'

/** The time now, renewed each second while `runs`. */
export function useSecond(runs: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  return now
}
