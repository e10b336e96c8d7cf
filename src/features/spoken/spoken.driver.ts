// What was said aloud and stands on the screen: for ten seconds, or until read when nobody looked.
import type { SpokenNotice } from '../../contract/spoken.ts'

export const SHOWN_SECONDS = 10
/** Older ones give way; all of them stand in the message centre. */
const MOST_SHOWN = 4
const MOST_KNOWN = 50

export interface ShownNotice {
  key: string
  text: string
  /** Who had it said; null for what nobody wrote. */
  author: string | null
  at: number
  /** Came while nobody looked: stands until it is read. */
  stays: boolean
}

export interface SpokenPorts {
  now: () => number
  after: (milliseconds: number, run: () => void) => () => void
  /** Whether the page is out of sight. */
  hidden: () => boolean
}

export interface SpokenBoard {
  /** Answers false for what was shown already. */
  take: (notice: SpokenNotice) => boolean
  dismiss: (key: string) => void
  /** The session ended: nothing of it stays on the screen. */
  clear: () => void
  read: () => readonly ShownNotice[]
  subscribe: (listener: () => void) => () => void
}

/** Makes an empty board. */
export function createSpokenBoard(ports: SpokenPorts): SpokenBoard {
  let shown: readonly ShownNotice[] = []
  let known: string[] = []
  let count = 0
  const timers = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  const become = (next: readonly ShownNotice[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const dismiss = (key: string) => {
    timers.get(key)?.()
    timers.delete(key)
    if (shown.some(each => each.key === key)) become(shown.filter(each => each.key !== key))
  }
  return {
    take({ id, msgContent, author = '', at = ports.now() }) {
      if (id !== undefined && known.includes(id)) return false
      count += 1
      const key = id ?? `unnamed ${count}`
      known = [...known, key].slice(-MOST_KNOWN)
      const stays = ports.hidden()
      const next = [...shown, { key, text: msgContent, author, at, stays }]
      for (const old of next.slice(0, -MOST_SHOWN)) {
        timers.get(old.key)?.()
        timers.delete(old.key)
      }
      become(next.slice(-MOST_SHOWN))
      if (!stays)
        timers.set(
          key,
          ports.after(SHOWN_SECONDS * 1000, () => dismiss(key)),
        )
      return true
    },
    dismiss,
    clear() {
      for (const stop of timers.values()) stop()
      timers.clear()
      known = []
      become([])
    },
    read: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
