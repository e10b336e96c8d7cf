// A value that views follow: read, change, and be told. Made for `useSyncExternalStore`.

export interface Store<Value> {
  read: () => Value
  /** Calls back after each change; answers how to stop. */
  subscribe: (listener: () => void) => () => void
  /** The same value changes nothing and tells nobody. */
  become: (next: Value) => void
}

/** Makes a store that holds this value. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become(next) {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
  }
}
