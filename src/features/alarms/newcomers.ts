// How many alarms came in that the shown list does not show: they must not push it about under a finger.

interface Newcomers {
  /** When the list was fetched: a later fetch shows them. */
  since: number
  count: number
}

const byList = new Map<string, Newcomers>()
const listeners = new Set<() => void>()

/** Newcomers per list, by the text of its query and the moment it was fetched; an external store for views. */
export const newcomers = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read(list: string, fetchedAt: number): number {
    const known = byList.get(list)
    return known?.since === fetchedAt ? known.count : 0
  },
  add(list: string, fetchedAt: number, count: number): void {
    if (count === 0) return
    byList.set(list, { since: fetchedAt, count: newcomers.read(list, fetchedAt) + count })
    for (const listener of listeners) listener()
  },
}
