// What was written to connections and has not left: bounded for each of them and for all together, and never for long.
// Whoever does not read is let go: a console reads what it missed when it is back, a device gets what it is owed.

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

export interface Unsent {
  /** So many bytes are handed over; answers what to call when they have left. */
  goes(bytes: number): () => void
  /** The connection is over. */
  ends(): void
}

export interface UnsentWatch {
  /** `drop` is called once, when the connection must go. */
  follow(drop: (reason: string) => void): Unsent
  /** Bytes that wait for all connections. */
  waiting(): number
}

export function createUnsentWatch(limits: UnsentLimits = UNSENT): UnsentWatch {
  let all = 0
  return {
    waiting: () => all,
    follow: drop => {
      let mine = 0
      let over = false
      let movedAt = 0
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        over = true
        all -= mine
        mine = 0
        clearTimeout(timer)
      }
      const letGo = (reason: string) => {
        if (over) return
        end()
        drop(reason)
      }
      const look = () => {
        timer = undefined
        if (mine === 0) return
        const left = movedAt + limits.longestMs - performance.now()
        if (left <= 0) return letGo('The other end does not read')
        timer = setTimeout(look, left)
        timer.unref()
      }
      return {
        goes: bytes => {
          if (over) return () => {}
          if (mine === 0) movedAt = performance.now()
          mine += bytes
          all += bytes
          if (mine > limits.mostOfOne || (all > limits.mostOfAll && mine > limits.fair))
            letGo('The other end reads too slowly')
          else if (!timer) {
            timer = setTimeout(look, limits.longestMs)
            timer.unref()
          }
          return () => {
            if (over) return
            mine -= bytes
            all -= bytes
            movedAt = performance.now()
          }
        },
        ends: end,
      }
    },
  }
}
