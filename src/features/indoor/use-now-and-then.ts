// The present moment, every few seconds: what fades with age is drawn again.

import { useEffect, useState } from 'react'
import { serverNow } from '../../platform/server-clock.ts'

const EVERY_MS = 10_000

export function useNowAndThen(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
