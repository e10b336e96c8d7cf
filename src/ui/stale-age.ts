// How old what is shown is, said once: the parts of a page say it to the frame around them, and the frame to people.
import { useEffect, useSyncExternalStore } from 'react'

/** Moments of the parts that are stored data, by part. */
const parts = new Map<object, number>()
let shownByFrame = false
const listeners = new Set<() => void>()

const changed = () => {
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The oldest of them, epoch milliseconds; undefined where no part says one. */
export const shownFrom = {
  subscribe,
  read: (): number | undefined => (parts.size === 0 ? undefined : Math.min(...parts.values())),
}

/** The frame begins or ends to say it. */
export function showStaleAge(next: boolean): void {
  if (next === shownByFrame) return
  shownByFrame = next
  changed()
}

/** What this part shows is from that moment. Answers whether the frame says so, and the part need not. */
export function useShownFrom(at: number): boolean {
  useEffect(() => {
    const own = {}
    parts.set(own, at)
    changed()
    return () => {
      parts.delete(own)
      changed()
    }
  }, [at])
  return useSyncExternalStore(subscribe, () => shownByFrame)
}
