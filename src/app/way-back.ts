// The way back after a login: where somebody was when their session ended, or wanted to go before it began.

import { OWN_PATH } from '../domain/limits.ts'
import { barePaths, routeName } from '../domain/navigation/routes.ts'
import { getSession, type Session } from '../platform/session-store.ts'
import { hostMenu } from './admit.ts'
import { isWayBack, namesOf, wayOf } from './gate.ts'
import { nameOfPerson, personHere } from './purge.ts'

/** In this tab only: two tabs go back to two places. */
const KEY = 'gatehouse.way-back'

interface WayBack {
  address: string
  /** Whose it is; absent where nobody's data was on this browser. */
  owner?: string | undefined
}

interface Address {
  pathname: string
  href: string
  search: object
}

/** Pages outside of the frame for people with an account. */
export const closedToVisitors: ReadonlySet<string> = new Set(barePaths.filter(path => path !== '/login'))

/** Somebody has logged out here, and nobody has come since: no page of theirs is anybody's wish. */
let left = false

/** A session has ended here, at this address. Who logs out goes for good; everybody else may come back. */
export function noteEnd(
  reason: 'logout' | 'switched' | 'expired' | 'elsewhere',
  { user }: Session,
  address: string,
) {
  left = reason === 'logout'
  if (left || reason === 'switched' || user.visitor) forget()
  else write({ address, owner: nameOfPerson(user) })
}

/** The gate leads to the login from here. Where a provider of payments sends people back to is anybody's. */
export function noteRefused(location: Address): void {
  if (isWayBack(location)) write({ address: location.href })
  else if (!left && location.pathname !== '/')
    write({ address: location.href, owner: read()?.owner ?? personHere() })
}

/** Where somebody is being led: the gate is asked more than once before the page is there. */
let leading: { token: string; address: string } | undefined

/** Where the person who has just logged in goes on; undefined: to their landing page. The same until they are there. */
export function takeWayBack(): string | undefined {
  const session = getSession()
  if (session && leading?.token === session.token) return leading.address
  const noted = read()
  forget()
  if (session) left = false
  if (!session || !noted) return undefined
  if (noted.owner !== undefined && noted.owner !== nameOfPerson(session.user)) return undefined
  if (!mayOpen(noted.address, session)) return undefined
  leading = { token: session.token, address: noted.address }
  return noted.address
}

/** A page is there: nobody is led any more. */
export function arrived(): void {
  leading = undefined
}

/** Where whoever was here last would go on; nobody is asked whether it is still theirs. */
export const wayBackHere = (): string | undefined => read()?.address

/** Only the console's own pages, and only those that lie open to this person. */
function mayOpen(address: string, { user }: Session): boolean {
  if (!OWN_PATH.test(address)) return false
  const pathname = address.split(/[?#]/)[0] ?? ''
  if (pathname === '/login' || (user.visitor && closedToVisitors.has(pathname))) return false
  const names = namesOf(hostMenu())
  // What is no page at all stands in nobody's menu.
  const listed = !barePaths.some(path => routeName(path) === routeName(pathname))
  return wayOf({ path: pathname, loggedIn: true, listed, names, visitor: user.visitor }) === 'open'
}

function read(): WayBack | undefined {
  try {
    const noted: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof noted !== 'object' || noted === null || !('address' in noted)) return undefined
    const owner = 'owner' in noted && typeof noted.owner === 'string' ? noted.owner : undefined
    return typeof noted.address === 'string' ? { address: noted.address, owner } : undefined
  } catch {
    return undefined
  }
}

function write(noted: WayBack): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(noted))
  } catch {
    // A browser that keeps nothing leads to the landing page.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
