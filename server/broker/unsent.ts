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

const NOTHING = () => {}

interface Watching {
  goes(line: Line, bytes: number): void
  left(line: Line, bytes: number): void
}

/** What waits for one connection. There are as many as connections, most of them with nothing: they share a clock and all code. */
class Line implements Unsent {
  bytes = 0
  movedAt = 0
  over = false
  readonly drop: (reason: NotReading) => void
  readonly #watch: Watching

  constructor(watch: Watching, drop: (reason: NotReading) => void) {
    this.#watch = watch
    this.drop = drop
  }
  goes(bytes: number): () => void {
    if (this.over) return NOTHING
    this.#watch.goes(this, bytes)
    return () => this.#watch.left(this, bytes)
  }
  ends(): void {
    this.#watch.left(this, this.bytes)
    this.over = true
  }
}

export function createUnsentWatch(limits: UnsentLimits = UNSENT): UnsentWatch {
  let all = 0
  let full: { since: number; last: number } | undefined
  /** Those that something waits for; the first is the one of which nothing has left for longest. */
  const waiting = new Set<Line>()
  let timer: NodeJS.Timeout | undefined
  const cut: Record<Cut, number> = { slow: 0, crowded: 0, still: 0 }
  const noteFull = () => {
    const now = Date.now()
    full = { since: full && now - full.last <= REMEMBERED_MS ? full.since : now, last: now }
  }
  const letGo = (line: Line, why: Cut) => {
    line.ends()
    cut[why]++
    line.drop(new NotReading(REASONS[why]))
  }
  const lookIn = (ms: number) => {
    timer = setTimeout(look, ms)
    timer.unref()
  }
  const look = () => {
    timer = undefined
    for (const line of waiting) {
      const left = line.movedAt + limits.longestMs - performance.now()
      if (left > 0) return lookIn(left)
      letGo(line, 'still')
    }
  }
  const moves = (line: Line) => {
    waiting.delete(line)
    if (line.bytes === 0) return
    line.movedAt = performance.now()
    waiting.add(line)
  }
  const watch: Watching = {
    goes: (line, bytes) => {
      line.bytes += bytes
      all += bytes
      if (line.bytes === bytes) moves(line)
      if (all > limits.mostOfAll) noteFull()
      if (line.bytes > limits.mostOfOne) letGo(line, 'slow')
      else if (all > limits.mostOfAll && line.bytes > limits.fair) letGo(line, 'crowded')
      else if (!timer) lookIn(limits.longestMs)
    },
    left: (line, bytes) => {
      if (line.over) return
      line.bytes -= bytes
      all -= bytes
      moves(line)
    },
  }
  return {
    waiting: () => all,
    fullSince: () => {
      if (all > limits.mostOfAll) noteFull()
      return full && Date.now() - full.last <= REMEMBERED_MS ? full.since : undefined
    },
    counts: () => ({
      bytes: all,
      connections: waiting.size,
      behind: [...waiting].filter(({ bytes }) => bytes > limits.fair).length,
      cut: { ...cut },
    }),
    follow: drop => new Line(watch, drop),
  }
}
