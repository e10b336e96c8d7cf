// How long a provider may take to open, and that whoever asked for it may turn away meanwhile.
import { MapError } from './map-port.ts'

export const OPEN_TIMEOUT_MS = 15_000

/**
 * What `opening` answers; rejects with `timeout` when it takes too long, and with the signal's reason when nobody
 * waits for it any more. `opening` itself goes on: the script of a provider cannot be called back.
 */
export function withinLimits<Answer>(
  opening: Promise<Answer>,
  signal: AbortSignal,
  timeoutMs = OPEN_TIMEOUT_MS,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const turnedAway = () => finish(() => reject(signal.reason))
    const timer = setTimeout(() => finish(() => reject(new MapError('timeout'))), timeoutMs)
    const finish = (then: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', turnedAway)
      then()
    }
    if (signal.aborted) return turnedAway()
    signal.addEventListener('abort', turnedAway)
    opening.then(
      answer => finish(() => resolve(answer)),
      error => finish(() => reject(error)),
    )
  })
}
