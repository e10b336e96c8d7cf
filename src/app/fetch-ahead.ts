// Fetches what comes after the login while somebody types: the frame, the page that most people land on, their words.
import type { AnyRouter } from '@tanstack/react-router'
import { wholeLanguage } from './language.ts'

/** The login's own parts come first. */
const AFTER_MS = 500
const NEXT = ['/_console', '/_console/AlarmHistory']

/** Begins soon; answers how to let it be. What does not come is fetched when it is needed. */
export function fetchAhead(router: Pick<AnyRouter, 'routesById' | 'loadRouteChunk'>): () => void {
  const timer = setTimeout(() => {
    for (const id of NEXT) {
      const route = router.routesById[id]
      if (route) Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined)
    }
    void wholeLanguage()
  }, AFTER_MS)
  return () => clearTimeout(timer)
}
