// Who looks at what: each view belongs to one session, and ends with it, with its right, or when its page falls silent.
import { randomBytes } from 'node:crypto'
import { MOST_VIEWS, VIEW_SILENT_MS } from '../../../src/contract/endpoints/cameras.ts'

export interface View {
  id: string
  /** Whose it is: a person, or a wall. */
  viewer: string
  tokenHash: string
  cameraId: number
  seenAt: number
  /** Ends what carries it. */
  leave(): void
}

export interface Views {
  /** False: they have as many as may be. */
  hasRoom(viewer: string): boolean
  newId(): string
  add(view: Omit<View, 'seenAt'>): void
  /** Undefined: there is none of this id, or it is somebody else's. */
  of(id: string, tokenHash: string): View | undefined
  all(): Iterable<View>
  /** Ends it, telling what carries it. */
  end(id: string): void
  /** It has ended by itself. */
  forget(id: string): void
  clear(): void
  /** Ends those whose pages say nothing any more. */
  sweep(): void
}

export function createViews(now: () => number = Date.now): Views {
  const views = new Map<string, View>()
  const end = (id: string) => {
    const view = views.get(id)
    views.delete(id)
    view?.leave()
  }
  return {
    hasRoom(viewer) {
      let count = 0
      for (const view of views.values()) if (view.viewer === viewer) count++
      return count < MOST_VIEWS
    },
    newId: () => randomBytes(24).toString('base64url'),
    add: view => void views.set(view.id, { ...view, seenAt: now() }),
    of(id, tokenHash) {
      const view = views.get(id)
      if (view?.tokenHash !== tokenHash) return undefined
      view.seenAt = now()
      return view
    },
    all: () => views.values(),
    end,
    forget: id => void views.delete(id),
    clear: () => views.clear(),
    sweep() {
      for (const { id, seenAt } of [...views.values()]) if (now() - seenAt > VIEW_SILENT_MS) end(id)
    },
  }
}
