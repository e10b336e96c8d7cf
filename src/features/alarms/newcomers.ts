// How many alarms came in that the list does not show yet: inserted at once, they would move it under the reader's finger.

interface Newcomers {
  /** When the list was fetched: a later fetch shows them. */
  since: number
  count: number
}

const byList = new Map<string, Newcomers>()
const listeners = new Set<() => void>()

/** New alarms per list, by its query and when it was fetched. Made for `useSyncExternalStore`. */
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
