// The root of all pages: without a session every path leads to the login screen.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import type { BuiltPages } from '../app/built-pages.ts'
import { isGuestLink, isInvitation, isWall, wayOf } from '../app/gate.ts'
import { wholeLanguage } from '../app/language.ts'
import { RootFailed, RootNotFound, RootOutlet } from '../app/root-outlet.tsx'
import { closedToVisitors, noteRefused, takeWayBack } from '../app/way-back.ts'
import { getSession } from '../platform/session-store.ts'

interface RouterContext {
  queryClient: QueryClient
  pages: BuiltPages
}

const noNames: ReadonlySet<string> = new Set()

export const Route = createRootRouteWithContext<RouterContext>()({
  // Each page reads its own part of the address and drops what does not fit; here any part may stand.
  validateSearch: (raw: Record<string, unknown>) => raw,
  beforeLoad: async ({ location }) => {
    const loggedIn = getSession() !== undefined
    if (!loggedIn && (isGuestLink(location) || isWall(location) || isInvitation(location)))
      return wholeLanguage()
    const way = wayOf({ path: location.pathname, loggedIn, listed: false, names: noNames })
    if (way === 'login') {
      noteRefused(location)
      throw redirect({ to: '/login', replace: true })
    }
    if (way === 'root') {
      const back = takeWayBack()
      if (back !== undefined) throw redirect({ href: back, replace: true })
      throw redirect({ to: '/', replace: true })
    }
    if (!loggedIn) return
    if (getSession()?.user.visitor && closedToVisitors.has(location.pathname))
      throw redirect({ to: '/', replace: true })
    await wholeLanguage()
  },
  component: RootOutlet,
  notFoundComponent: RootNotFound,
  errorComponent: RootFailed,
})
