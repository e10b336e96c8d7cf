// The running clocks of a room, and how they are written.
import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** The time by `now`, renewed each second while somebody looks. */
export function useNow(now: () => number): number {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return at
}

const two = (value: number) => String(value).padStart(2, '0')

/** hh:mm:ss, as a recording's timer is written (real-time specification, section 2). */
export function formatTimer(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
