// The gate of the layouts: asks the rule with what the session and the host say.
import { notFound } from '@tanstack/react-router'
import { getSession } from '../platform/session-store.ts'
import { getBootInfo } from './boot-info.ts'
import { menuOfHost, namesOf, wayOf } from './gate.ts'

/** The navigation list of the session as this host shows it. */
export const hostMenu = () => menuOfHost(getSession()?.menu ?? [], getBootInfo())

/** Throws where the page at an address is none of the person's. */
export function admit({ pathname: path }: { pathname: string }): void {
  const session = getSession()
  const way = wayOf({
    path,
    loggedIn: session !== undefined,
    listed: true,
    names: namesOf(hostMenu()),
    visitor: session?.user.visitor === true,
  })
  if (way === 'refuse') throw notFound({ data: 'forbidden' })
}
