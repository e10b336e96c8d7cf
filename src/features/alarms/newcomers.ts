// How many alarms came in that the shown list does not show: it was not on its first page, or sorted otherwise.

const counts = new Map<string, number>()
const listeners = new Set<() => void>()

const changed = () => {
  for (const listener of listeners) listener()
}

/** Newcomers per list, by the text of its query; an external store for views. */
export const newcomers = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (list: string): number => counts.get(list) ?? 0,
  add(list: string, count: number): void {
    counts.set(list, (counts.get(list) ?? 0) + count)
    changed()
  },
  /** The list was fetched again. */
  clear(list: string): void {
    if (counts.delete(list)) changed()
  },
}
