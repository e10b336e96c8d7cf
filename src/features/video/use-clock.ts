// The running time by the server's clock, for what counts down.
import { useEffect, useState } from 'react'
import { serverNow } from '../../platform/server-clock.ts'

const TICK_MS = 1_000

export function useClock(): number {
  const [at, setAt] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setAt(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return at
}
