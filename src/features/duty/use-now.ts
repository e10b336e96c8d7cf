// The present moment, looked at every so often while somebody looks at the page.
import { useSyncExternalStore } from 'react'
import { timeOfAges } from '../../ui/clock.ts'

const EVERY_MS = 15_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, EVERY_MS)
  return () => clearInterval(timer)
}

/** To a quarter of a minute, so that it is the same from look to look. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(timeOfAges() / EVERY_MS) * EVERY_MS)
