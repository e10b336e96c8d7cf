// What has happened at a simulated door unit, to be waited for.
import type { DoorResult } from '../../../src/domain/intercom/door-unit.ts'

export type Happening =
  | 'connected'
  | 'pressed'
  | 'ringing'
  | 'answered'
  | 'standing'
  | 'broken'
  | 'cancelling'
  | 'idle'
  | 'opened'
  | 'refused'
  | 'cards'
  | 'cardWritten'
  | DoorResult

export interface Happenings {
  note(what: Happening): void
  /** A new call: what happened before counts no more. */
  forget(): void
  /** Resolves when it happens, or at once when it has; rejects after `withinMs`. */
  until(what: Happening, withinMs?: number): Promise<void>
  /** As `until`, but what has happened does not count. */
  next(what: Happening, withinMs?: number): Promise<void>
}

const PATIENCE_MS = 30_000

export function createHappenings(): Happenings {
  const noted = new Set<Happening>()
  const waiting = new Set<{ what: Happening; resolve: () => void }>()
  const next = (what: Happening, withinMs = PATIENCE_MS) =>
    new Promise<void>((resolve, reject) => {
      const one = {
        what,
        resolve: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.delete(one)
        reject(new Error(`Not within ${withinMs} ms: ${what}; so far ${[...noted].join(', ') || 'nothing'}`))
      }, withinMs)
      waiting.add(one)
    })
  return {
    note: what => {
      noted.add(what)
      for (const one of [...waiting]) {
        if (one.what !== what) continue
        waiting.delete(one)
        one.resolve()
      }
    },
    forget: () => noted.clear(),
    until: async (what, withinMs) => {
      if (!noted.has(what)) await next(what, withinMs)
    },
    next,
  }
}
