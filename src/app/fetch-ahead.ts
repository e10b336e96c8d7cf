// Fetches what comes after the login while somebody types: the frame, the page that most people land on, their words.
import type { AnyRouter } from '@tanstack/react-router'
import { wholeLanguage } from './language.ts'

/** The login's own parts come first. */
const AFTER_MS = 500

/**
 * Begins soon, one after the other: what somebody sends meanwhile must not wait behind all of it on a thin line. Answers
 * how to let it be. What does not come is fetched when it is needed.
 */
export function fetchAhead(router: Pick<AnyRouter, 'routesById' | 'loadRouteChunk'>): () => void {
  let left = false
  const route = (id: string) => async () => {
    const found = router.routesById[id]
    if (found) await router.loadRouteChunk(found)
  }
  const timer = setTimeout(async () => {
    for (const fetch of [
      route('/_console'),
      wholeLanguage,
      route('/_console/AlarmHistory'),
      () => import('./tellings.tsx'),
    ]) {
      if (left) return
      await fetch().catch(() => undefined)
    }
  }, AFTER_MS)
  return () => {
    left = true
    clearTimeout(timer)
  }
}
