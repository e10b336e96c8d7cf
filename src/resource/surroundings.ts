// What the engine asks of its surroundings: rights, the network, the person.
import { useSyncExternalStore } from 'react'
import { holds } from '../domain/permission.ts'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { getSession, type Session, subscribeSession } from '../platform/session-store.ts'

const noPermissions: ReadonlySet<string> = new Set()

/** The session; the object changes only when the session does. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** Asks whether the person holds a permission: the same rule as the endpoint's. */
export function useRights(): (permission: string) => boolean {
  const permissions = useSession()?.permissions ?? noPermissions
  return permission => holds(permissions, permission)
}

/** True while the server can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeConnection, () => getConnection().online)
}
