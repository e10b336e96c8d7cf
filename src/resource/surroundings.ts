// What the engine asks of its surroundings: rights, the network, the person.
import { useSyncExternalStore } from 'react'
import { holds } from '../domain/permission.ts'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { getSession, type Session, subscribeSession } from '../platform/session-store.ts'

const noMarks: ReadonlySet<string> = new Set()

/** The session; the object changes only when the session does. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** Asks whether the person holds a mark: the same rule as the endpoint's. */
export function useRights(): (mark: string) => boolean {
  const marks = useSession()?.marks ?? noMarks
  return mark => holds(marks, mark)
}

/** True while the server can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeConnection, () => getConnection().online)
}
