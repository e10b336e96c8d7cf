// Fetches what comes after the login while somebody types: the frame, the page they will most likely land on, their words.
import type { AnyRouter } from '@tanstack/react-router'
import type { NavigationEntry } from '../contract/endpoints/session.ts'
import { routeFacts } from '../domain/navigation/routes.ts'
import { getBootInfo } from './boot-info.ts'
import { builtPages } from './built-pages.ts'
import { landingOf, menuOfHost } from './gate.ts'
import { wholeLanguage } from './language.ts'
import { wayBackHere } from './way-back.ts'

type PageRouter = Pick<AnyRouter, 'getMatchedRoutes' | 'loadRouteChunk' | 'routesById'>

/** The login's own parts come first. */
const AFTER_MS = 500
/** Where the last login on this browser led: a page of the console, and nobody's secret. */
const KEY = 'gatehouse.landing'
/** Where most people land. */
const USUAL = '/AlarmHistory'

let last: string | undefined

/** Begins soon, before anybody is known; answers how to let it be. What does not come is fetched when it is needed. */
export function fetchAhead(router: PageRouter): () => void {
  const timer = setTimeout(() => fetchPage(router, wayBackHere() ?? lastLanding() ?? USUAL), AFTER_MS)
  return () => clearTimeout(timer)
}

/** Somebody has logged in: their first page is fetched while what they had stored is opened, and remembered for the next. */
export function fetchLanding(router: PageRouter, menu: readonly NavigationEntry[]): void {
  const landing = landingOf(menuOfHost(menu, getBootInfo()), builtPages(router.routesById).isBuilt)
  const known = routeFacts.find(({ path }) => path === landing)?.path
  if (known) last = known
  fetchPage(router, wayBackHere() ?? landing ?? USUAL)
}

/** Writes the last landing page down, also after a purge that spared nothing. */
export function keepLanding(): void {
  if (last !== undefined) localStorage.setItem(KEY, last)
}

function lastLanding(): string | undefined {
  const stored = localStorage.getItem(KEY)
  return routeFacts.find(({ path }) => path === stored)?.path
}

function fetchPage(router: PageRouter, address: string): void {
  const pathname = address.split(/[?#]/)[0] ?? USUAL
  const [routes] = router.getMatchedRoutes(pathname)
  for (const route of routes) Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined)
  void wholeLanguage()
}
