// The root of all pages: without a session every path leads to the login screen.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { isWayBack, wayOf } from '../app/gate.ts'
import { wholeLanguage } from '../app/language.ts'
import { RootFailed, RootNotFound, RootOutlet } from '../app/root-outlet.tsx'
import { getSession } from '../platform/session-store.ts'

const noNames: ReadonlySet<string> = new Set()

/** Where a provider has sent somebody back to in a browser that nobody has been signed in to yet. */
let wayBack: string | undefined

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Each page reads its own part of the address and drops what does not fit; here any part may stand.
  validateSearch: (raw: Record<string, unknown>) => raw,
  beforeLoad: async ({ location }) => {
    const loggedIn = getSession() !== undefined
    const way = wayOf({ path: location.pathname, loggedIn, listed: false, names: noNames })
    if (way === 'login') {
      if (isWayBack(location)) wayBack = location.href
      throw redirect({ to: '/login', replace: true })
    }
    if (way === 'root') {
      if (wayBack !== undefined) throw redirect({ href: wayBack, replace: true })
      throw redirect({ to: '/', replace: true })
    }
    if (!loggedIn) return
    // Arrived: whoever comes after this session was not sent back from anywhere.
    wayBack = undefined
    await wholeLanguage()
  },
  component: RootOutlet,
  notFoundComponent: RootNotFound,
  errorComponent: RootFailed,
})
