// Fetches what comes after the login while somebody types: the frame, the page they will most likely land on, their words.
import type { AnyRouter } from '@tanstack/react-router'
import type { NavigationEntry } from '../contract/endpoints/session.ts'
import { LANDING_KEY } from '../domain/storage-keys.ts'
import type { Session } from '../platform/session-store.ts'
import { getBootInfo } from './boot-info.ts'
import { builtPages } from './built-pages.ts'
import { landingOf, menuOfHost, namesOf, wayOf } from './gate.ts'
import { wholeLanguage } from './language.ts'
import { wayBackHere } from './way-back.ts'

type PageRouter = Pick<AnyRouter, 'getMatchedRoutes' | 'loadRouteChunk' | 'routesById'>
type DataRouter = PageRouter & Pick<AnyRouter, 'buildLocation' | 'matchRoutes' | 'options' | 'latestLocation'>
/** Of a session, what says which page it opens. */
interface Opening extends Pick<Session, 'menu'> {
  user: Pick<Session['user'], 'visitor'>
}
/** As the routes of this console declare it: none returns what the page could not ask for again. */
type Loader = (asked: { context: unknown; deps: unknown }) => unknown

/** The login's own parts come first. */
const AFTER_MS = 500
/** Where most people land. */
const USUAL = '/AlarmHistory'

let last: string | undefined

/**
 * Begins soon, before anybody is known, and one after the other: what somebody sends meanwhile must not wait behind all of
 * it on a thin line. Answers how to let it be. What does not come is fetched when it is needed.
 */
export function fetchAhead(router: PageRouter): () => void {
  let left = false
  const timer = setTimeout(async () => {
    const parts = partsOf(router, wayBackHere() ?? lastLanding(router) ?? USUAL)
    for (const fetch of [...parts, () => import('./toasts.tsx')]) {
      if (left) return
      await fetch().catch(() => undefined)
    }
  }, AFTER_MS)
  return () => {
    left = true
    clearTimeout(timer)
  }
}

/** Somebody has logged in: their first page is fetched while what they had stored is opened, and remembered for the next. */
export function fetchLanding(router: PageRouter, menu: readonly NavigationEntry[]): void {
  const landing = landingOf(menuOfHost(menu, getBootInfo()), builtPages(router.routesById).isBuilt)
  if (landing !== undefined && isPage(router, landing)) last = landing
  for (const fetch of partsOf(router, wayBackHere() ?? landing ?? USUAL)) fetch().catch(() => undefined)
}

/**
 * Somebody is there already: the page they open and its data are fetched beside language and stored answers. The router asks
 * for the data again when it comes to the page, and finds the question asked.
 */
export function fetchOpened(router: DataRouter, { menu, user }: Opening): void {
  const shown = menuOfHost(menu, getBootInfo())
  const landing = landingOf(shown, builtPages(router.routesById).isBuilt)
  const location =
    router.latestLocation.pathname === '/'
      ? router.buildLocation({ to: landing ?? USUAL })
      : router.latestLocation
  for (const fetch of partsOf(router, location.pathname)) fetch().catch(() => undefined)
  const matches = router.matchRoutes(location)
  const path = matches.at(-1)?.fullPath ?? '/'
  const question = {
    path,
    loggedIn: true,
    listed: true,
    names: namesOf(shown),
    visitor: user.visitor === true,
  }
  if (wayOf(question) !== 'open') return
  for (const { routeId, loaderDeps } of matches) {
    const loader: Loader | undefined = router.routesById[routeId]?.options.loader
    void loader?.({ context: router.options.context, deps: loaderDeps })
  }
}

/** Writes the last landing page down, also after a purge that spared nothing. */
export function keepLanding(): void {
  if (last !== undefined) localStorage.setItem(LANDING_KEY, last)
}

const isPage = (router: PageRouter, path: string) => builtPages(router.routesById).isBuilt(path)

function lastLanding(router: PageRouter): string | undefined {
  const stored = localStorage.getItem(LANDING_KEY)
  return stored !== null && isPage(router, stored) ? stored : undefined
}

/** What a page needs, the frame first: how to fetch each. */
function partsOf(router: PageRouter, address: string): (() => Promise<unknown>)[] {
  const pathname = address.split(/[?#]/)[0] ?? USUAL
  const [frame, ...pages] = router
    .getMatchedRoutes(pathname)[0]
    .map(route => async () => router.loadRouteChunk(route))
  return [...(frame ? [frame] : []), async () => wholeLanguage(), ...pages]
}
