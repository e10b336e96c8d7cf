// How long ago, in the few words that a wall has room for.
import { useLingui } from '@lingui/react/macro'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'

/** `0:42` below an hour, else hours. */
export function useSpan(): (ms: number) => string {
  const { t } = useLingui()
  return ms => {
    const past = Math.max(0, ms)
    if (past >= HOUR_MS) {
      const hours = Math.floor(past / HOUR_MS)
      return t`${hours} h`
    }
    const seconds = Math.floor((past % MINUTE_MS) / 1000)
    return `${Math.floor(past / MINUTE_MS)}:${String(seconds).padStart(2, '0')}`
  }
}
