// Where a map rests, for what is drawn beside it: told after every move, without drawing the page anew.
import type { Camera } from '../../platform/map/map-port.ts'

export interface MapWatch {
  /** Where it came to rest last; the same object until it moves. Undefined before it first did. */
  at(): Camera | undefined
  subscribe(listener: () => void): () => void
  tell(camera: Camera): void
}

/** A watch nobody has told anything yet. */
export function createMapWatch(): MapWatch {
  const listeners = new Set<() => void>()
  let last: Camera | undefined
  return {
    at: () => last,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: camera => {
      last = camera
      for (const listener of listeners) listener()
    },
  }
}
