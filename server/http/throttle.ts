// A token bucket per caller, in memory: it only keeps one machine's flood away from the expensive parts.

const MOST_CALLERS = 50_000

export interface Rate {
  perSecond: number
  atOnce: number
}

/** Answers a function that says whether this caller may go on. */
export function createBucket(rate: Rate, now: () => number = Date.now): (caller: string) => boolean {
  const meter = createMeter(rate, now)
  return caller => meter(caller) === 0
}

/** Answers a function that says how long this caller has to wait, in milliseconds; 0: they may go on. */
export function createMeter(rate: Rate, now: () => number = Date.now): (caller: string) => number {
  const levels = new Map<string, { left: number; at: number }>()
  return caller => {
    const at = now()
    const known = levels.get(caller)
    const left = known
      ? Math.min(rate.atOnce, known.left + ((at - known.at) / 1000) * rate.perSecond)
      : rate.atOnce
    // Whoever was here least lately makes room: a stranger with many names gives nobody else a new start.
    levels.delete(caller)
    levels.set(caller, { left: Math.max(0, left - 1), at })
    const [oldest] = levels.keys()
    if (levels.size > MOST_CALLERS && oldest !== undefined) levels.delete(oldest)
    return left >= 1 ? 0 : Math.ceil(((1 - left) / rate.perSecond) * 1000)
  }
}
