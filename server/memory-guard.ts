// Sweeps earlier where the process has grown. Left alone the engine lets what is no longer used double half a gigabyte before
// it looks; looking sooner costs a part of the processor, which a small process had better spend on messages.
import { setFlagsFromString } from 'node:v8'

/** Where it grew beyond the bound, what is no longer used may come to so much of what is. */
const EAGER_PERCENT = 25
/** It is let alone again this far below. */
const BACK_SHARE = 0.8
const LOOK_MS = 2_000

interface Guarded {
  /** Megabytes of the whole process; 0 guards nothing. */
  aboveMb: number
  lookEveryMs?: number
  /** Bytes. */
  resident?: () => number
  setFlags?: (flags: string) => void
}

/** Looks from now on, until it is told to stop. */
export function guardMemory({
  aboveMb,
  lookEveryMs = LOOK_MS,
  resident = process.memoryUsage.rss,
  setFlags = setFlagsFromString,
}: Guarded): { stop(): void } {
  if (aboveMb === 0) return { stop: () => {} }
  let eager = false
  const look = () => {
    const grown = resident() / 1e6 > (eager ? aboveMb * BACK_SHARE : aboveMb)
    if (grown === eager) return
    eager = grown
    // 0: as the engine likes.
    setFlags(`--heap-growing-percent=${eager ? EAGER_PERCENT : 0}`)
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
