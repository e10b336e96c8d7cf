// The router: hash addresses, exact case, the typed tree of routes.
import { createHashHistory, createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { type BuiltPages, builtPages } from './built-pages.ts'
import { queryClient } from './query-client.ts'
import { ScreenFailed, ScreenPending } from './screen-states.tsx'

/** Digits that a number cannot hold exactly (an ICCID, a long IMEI) stay text. */
export function parseSearchValue(text: string): unknown {
  return /^-?\d{16,}$/.test(text) ? text : JSON.parse(text)
}

// Known once the tree is.
const pages: BuiltPages = { isBuilt: () => true }

export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  context: { queryClient, pages },
  caseSensitive: true,
  defaultPreload: 'intent',
  defaultPreloadDelay: 120,
  defaultPreloadStaleTime: 0,
  // Quick pages must not flash: the pending screen waits 200 ms, and stays long enough to be read as one.
  defaultPendingMs: 200,
  defaultPendingMinMs: 300,
  defaultPendingComponent: ScreenPending,
  defaultErrorComponent: ScreenFailed,
  parseSearch: parseSearchWith(parseSearchValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseSearchValue),
  scrollRestoration: true,
})

pages.isBuilt = builtPages(router.routesById).isBuilt

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** False while this version shows the page that says so. */
    built?: false
  }
}
