// What was written to connections and has not left: bounded for each of them and for all together, and never for long.
// Whoever does not read is let go: a console reads what it missed when it is back, a device gets what it is owed.
import { MINUTE_MS } from '../../src/domain/durations.ts'

export interface UnsentLimits {
  /** Bytes that wait for one connection. */
  mostOfOne: number
  /** Bytes that wait for all of them together; above it the next one with more than `fair` waiting goes. */
  mostOfAll: number
  fair: number
  /** Longest time in which nothing of what waits leaves. */
  longestMs: number
}

export const UNSENT: UnsentLimits = {
  mostOfOne: 2 * 1024 * 1024,
  mostOfAll: 128 * 1024 * 1024,
  fair: 64 * 1024,
  longestMs: 20_000,
}

/** Somebody was let go; what the connection ended with. */
export class NotReading extends Error {}

/** Why somebody was let go: too much waited for them, all waited for too much, or nothing left for too long. */
export type Cut = 'slow' | 'crowded' | 'still'

const REASONS: Record<Cut, string> = {
  slow: 'The other end reads too slowly',
  crowded: 'Too much waits for all who are connected',
  still: 'The other end does not read',
}

/** What waits now and who was let go since the start, for health. */
export interface UnsentCounts {
  /** Bytes that wait for all connections. */
  bytes: number
  /** Connections that something waits for. */
  connections: number
  /** Those that more waits for than is their share. */
  behind: number
  cut: Record<Cut, number>
}

export interface Unsent {
  /** So many bytes are handed over; answers what to call when they have left. */
  goes(bytes: number): () => void
  /** The connection is over. */
  ends(): void
}

export interface UnsentWatch {
  /** `drop` is called once, when the connection must go. */
  follow(drop: (reason: NotReading) => void): Unsent
  /** Bytes that wait for all connections. */
  waiting(): number
  /** Since when there is no room, by its own clock in epoch milliseconds; undefined while there is. */
  fullSince(): number | undefined
  counts(): UnsentCounts
}

/** Somebody let go keeps it full for so long, in the eyes of who asks now and then. */
const REMEMBERED_MS = MINUTE_MS

export function createUnsentWatch(limits: UnsentLimits = UNSENT): UnsentWatch {
  let all = 0
  let full: { since: number; last: number } | undefined
  const waitingFor = new Map<object, number>()
  const cut: Record<Cut, number> = { slow: 0, crowded: 0, still: 0 }
  const noteFull = () => {
    const now = Date.now()
    full = { since: full && now - full.last <= REMEMBERED_MS ? full.since : now, last: now }
  }
  return {
    waiting: () => all,
    fullSince: () => {
      if (all > limits.mostOfAll) noteFull()
      return full && Date.now() - full.last <= REMEMBERED_MS ? full.since : undefined
    },
    counts: () => ({
      bytes: all,
      connections: waitingFor.size,
      behind: [...waitingFor.values()].filter(bytes => bytes > limits.fair).length,
      cut: { ...cut },
    }),
    follow: drop => {
      const me = {}
      let mine = 0
      let over = false
      let movedAt = 0
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        over = true
        all -= mine
        mine = 0
        waitingFor.delete(me)
        clearTimeout(timer)
      }
      const letGo = (why: Cut) => {
        if (over) return
        end()
        cut[why]++
        drop(new NotReading(REASONS[why]))
      }
      const look = () => {
        timer = undefined
        if (mine === 0) return
        const left = movedAt + limits.longestMs - performance.now()
        if (left <= 0) return letGo('still')
        timer = setTimeout(look, left)
        timer.unref()
      }
      return {
        goes: bytes => {
          if (over) return () => {}
          if (mine === 0) movedAt = performance.now()
          mine += bytes
          all += bytes
          waitingFor.set(me, mine)
          if (all > limits.mostOfAll) noteFull()
          if (mine > limits.mostOfOne) letGo('slow')
          else if (all > limits.mostOfAll && mine > limits.fair) letGo('crowded')
          else if (!timer) {
            timer = setTimeout(look, limits.longestMs)
            timer.unref()
          }
          return () => {
            if (over) return
            mine -= bytes
            all -= bytes
            if (mine > 0) waitingFor.set(me, mine)
            else waitingFor.delete(me)
            movedAt = performance.now()
          }
        },
        ends: end,
      }
    },
  }
}
