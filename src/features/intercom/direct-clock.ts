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

/** `mm:ss`, from an hour on `h:mm:ss`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const pad = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  return `${hours > 0 ? `${hours}:` : ''}${pad(minutes)}:${pad(whole % 60)}`
}
