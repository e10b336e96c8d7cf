// Who is logged in on this browser: kept under the specified keys, the same in every tab.
import * as z from 'zod/mini'
import {
  type NavigationEntry,
  navigationEntry,
  type SessionUser,
  sessionUser,
} from '../contract/endpoints/session.ts'
import { TOKEN_KEY } from '../domain/storage-keys.ts'

/** Storage keys of the session (console specification, sections 3 and 9). `lang` outlives the session. */
export const sessionKeys = ['usinfo', 'permissionList', 'children', 'menu', TOKEN_KEY] as const

export interface Session {
  token: string
  user: SessionUser
  /** Permissions; `holds()` of domain/permission.ts asks them. */
  permissions: ReadonlySet<string>
  /** The navigation list as the server sent it. */
  menu: readonly NavigationEntry[]
  /** Names of routes in the navigation list. */
  routeNames: ReadonlySet<string>
}

/**
 * `logout`: the person left. `expired`: the server answered 208. `elsewhere`: another tab did either.
 * `switched`: another person logged in in another tab.
 */
export type EndReason = 'logout' | 'expired' | 'elsewhere' | 'switched'

type EndListener = (reason: EndReason, ended: Session) => void

let current: Session | undefined
let channel: BroadcastChannel | undefined
const listeners = new Set<() => void>()
const endListeners = new Set<EndListener>()

/** The session of this browser, or undefined. The object changes only when the session does. */
export const getSession = (): Session | undefined => current

/** Calls back after every change; returns how to stop. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back once per ended session, before anything else can start. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Stores a new session and tells the other tabs. */
export function startSession(token: string, user: SessionUser, menu: readonly NavigationEntry[]): Session {
  const session = sessionOf(token, user, menu)
  write('usinfo', z.encode(sessionUser, user))
  writeMenu(session)
  localStorage.setItem(TOKEN_KEY, token)
  current = session
  changed()
  channel?.postMessage('started')
  return session
}

/** Replaces the navigation list of the running session: rights may have changed since login. */
export function renewMenu(menu: readonly NavigationEntry[]): void {
  if (!current) return
  current = sessionOf(current.token, current.user, menu)
  writeMenu(current)
  changed()
}

/** The tenant's time zone was changed in the running session. */
export function renewZone(tenantZone: string): void {
  if (!current) return
  current = { ...current, user: { ...current.user, tenantZone } }
  write('usinfo', z.encode(sessionUser, current.user))
  changed()
}

/** Forgets the session; `lang` stays. Without a session it does nothing. */
export function endSession(reason: EndReason): void {
  const ended = current
  if (!ended) return
  // Another tab has logged in anew, which ended the session of this one: what is stored is not this one's to forget.
  const stored = localStorage.getItem(TOKEN_KEY)
  if (reason === 'expired' && stored !== null && stored !== ended.token) {
    follow()
    return
  }
  current = undefined
  if (reason === 'logout' || reason === 'expired') {
    for (const key of sessionKeys) localStorage.removeItem(key)
    channel?.postMessage('ended')
  }
  for (const listener of endListeners) listener(reason, ended)
  changed()
}

/** Reads what is stored and follows the other tabs. Called once at start. */
export function openSessionStore(): Session | undefined {
  current = read()
  if (typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel('gatehouse-session')
    channel.onmessage = follow
  }
  globalThis.addEventListener?.('storage', event => {
    if (event.key === null || event.key === TOKEN_KEY || event.key === 'usinfo') follow()
  })
  // A tab that stood still was told nothing; it looks itself before anybody reads on in it.
  for (const waking of ['pageshow', 'focus', 'resume']) globalThis.addEventListener?.(waking, () => follow())
  globalThis.document?.addEventListener('visibilitychange', () => follow())
  return current
}

function follow(): void {
  const stored = localStorage.getItem(TOKEN_KEY) ?? undefined
  if (stored === current?.token) return
  const next = read()
  // Another tab is half-way through writing; its last step informs again.
  if (stored && !next) return
  if (current) endSession(next && next.user.id !== current.user.id ? 'switched' : 'elsewhere')
  current = next
  changed()
}

function read(): Session | undefined {
  const token = localStorage.getItem(TOKEN_KEY)
  if (!token) return undefined
  const user = z.safeParse(sessionUser, parsed('usinfo'))
  const menu = z.array(navigationEntry).safeParse(parsed('menu'))
  return user.success && menu.success ? sessionOf(token, user.data, menu.data) : undefined
}

function sessionOf(token: string, user: SessionUser, menu: readonly NavigationEntry[]): Session {
  const permissions = new Set<string>()
  const routeNames = new Set<string>()
  const walk = (entries: readonly NavigationEntry[]) => {
    for (const entry of entries) {
      if (entry.mark) permissions.add(entry.mark)
      if (entry.value && entry.type !== 'button') routeNames.add(entry.value)
      walk(entry.list)
    }
  }
  walk(menu)
  return { token, user, menu, permissions, routeNames }
}

function writeMenu(session: Session): void {
  write('menu', session.menu)
  write('permissionList', [...session.permissions])
  write('children', [...session.routeNames])
}

function write(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value))
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

function changed(): void {
  for (const listener of listeners) listener()
}
