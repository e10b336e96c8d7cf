// The router: hash addresses, exact case, the typed tree of routes.
import { createHashHistory, createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { queryClient } from './query-client.ts'
import { ScreenFailed, ScreenPending } from './screen-states.tsx'

/** Digits that a number cannot hold exactly (an ICCID, a long IMEI) stay text. */
export function parseSearchValue(text: string): unknown {
  return /^-?\d{16,}$/.test(text) ? text : JSON.parse(text)
}

export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  context: { queryClient },
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** False while this version shows the page that says so. */
    built?: false
  }
}
