// Who may open which address (console specification, section 2): one pure rule, asked by the layouts.
import type { NavigationEntry } from '../contract/endpoints/session.ts'
import { hostNames, menuNumberOf } from '../domain/navigation/host-menus.ts'
import { alwaysAllowed, routeName } from '../domain/navigation/routes.ts'

export type Way = 'open' | 'login' | 'root' | 'refuse'

export interface GateQuestion {
  /** Path of the matched route, such as `/unitManagement/{-$imei}`. */
  path: string
  /** True with a stored token. */
  loggedIn: boolean
  /** True where a route must be in the navigation list to exist. */
  listed: boolean
  /** Names of routes in the navigation list. */
  names: ReadonlySet<string>
  /** A visitor has what the navigation list names and nothing besides. */
  visitor?: boolean
}

/** Without a token every path leads to /login; with one, /login leads to the root, and an unlisted route is none. */
export function wayOf({ path, loggedIn, listed, names, visitor = false }: GateQuestion): Way {
  if (path === '/login') return loggedIn ? 'root' : 'open'
  if (!loggedIn) return 'login'
  if (!listed || path === '/') return 'open'
  const name = routeName(path)
  return names.has(name) || (!visitor && alwaysAllowed.includes(name)) ? 'open' : 'refuse'
}

/** True for the address that payment providers send browsers back to; a phone may open it where nobody is signed in. */
export const isWayBack = ({ pathname, search }: { pathname: string; search: object }): boolean =>
  pathname === '/paypal' && 'payment' in search

/** True for a guest's link into a conference room: whoever has it needs no account. */
export const isGuestLink = ({ pathname, search }: { pathname: string; search: object }): boolean =>
  pathname === '/roOm' && 'guest' in search

/** True for an invitation: whoever has its code has no account yet. */
export const isInvitation = ({ pathname }: { pathname: string }): boolean => pathname === '/join'

/** True for the wall: a screen that nobody is signed in to has an identity of its own. */
export const isWall = ({ pathname }: { pathname: string }): boolean => pathname === '/index8'

/** Which menus a host hides and renames, by the specification's numbers. */
export interface HostMenus {
  hiddenMenus: readonly number[]
  renamedMenus: readonly number[]
}

/** The navigation list without the menus that this host hides (configuration), and with its own names for others. */
export function menuOfHost(menu: readonly NavigationEntry[], host: HostMenus): NavigationEntry[] {
  return menu.flatMap(entry => {
    const number = menuNumberOf(entry)
    if (number !== undefined && host.hiddenMenus.includes(number)) return []
    const renamed = renamedHere(entry, host)
    return [
      {
        ...entry,
        ...(renamed && { name: renamed.zh, enName: renamed.en }),
        list: menuOfHost(entry.list, host),
      },
    ]
  })
}

/** The host's own name for an entry; undefined where it has none. */
export function renamedHere(entry: NavigationEntry, { renamedMenus }: HostMenus) {
  const number = menuNumberOf(entry)
  return number !== undefined && renamedMenus.includes(number) ? hostNames.get(number) : undefined
}

/** Names of all routes in a navigation list. Buttons are no routes. */
export function namesOf(menu: readonly NavigationEntry[]): Set<string> {
  const names = new Set<string>()
  for (const entry of menu) {
    if (entry.type !== 'button' && entry.value) names.add(entry.value)
    for (const name of namesOf(entry.list)) names.add(name)
  }
  return names
}

/** Where a menu entry leads: '/' plus its uri; undefined for one that only holds others. */
export function pathOf(entry: NavigationEntry): string | undefined {
  const address = entry.uri || entry.value
  return address && entry.type !== 'button' ? `/${address.replace(/^\/+/, '')}` : undefined
}

/**
 * The landing page: the first page of the menu that this version has, an entry without an address standing for the pages
 * in it. Undefined when no navigation data is assigned.
 */
export function landingOf(
  menu: readonly NavigationEntry[],
  isBuilt: (path: string) => boolean,
): string | undefined {
  for (const entry of menu) {
    const path = pathOf(entry)
    const landing = path !== undefined && isBuilt(path) ? path : landingOf(entry.list, isBuilt)
    if (landing) return landing
  }
  return undefined
}
