// The running clock of a call: seconds spoken, seconds it still rings.
import { useEffect, useState } from 'react'

const TICK_MS = 500

/** The time by `now`, renewed while somebody looks. */
export function useNow(now: () => number): number {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return at
}
