// Small things a person's browser remembers for them: column layouts, own filters. Gone with the session.

import { KEPT_PREFIX } from '../domain/storage-keys.ts'
import { getSession } from '../platform/session-store.ts'

const keyOf = (name: string): string | undefined => {
  const user = getSession()?.user
  return user && `${KEPT_PREFIX}${user.tenantId}-${user.id}-${name}`
}

/** What was kept under a name for the person who is logged in. */
export function readKept(name: string): unknown {
  const key = keyOf(name)
  if (!key) return undefined
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value; undefined forgets it. A full or closed store is no reason to fail. */
export function keep(name: string, value: unknown): void {
  const key = keyOf(name)
  if (!key) return
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Remembering is a comfort; without it the screen starts from its defaults.
  }
}

/** Removes what was kept for everybody on this browser. */
export function forgetKept(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(KEPT_PREFIX)) localStorage.removeItem(key)
  }
}
