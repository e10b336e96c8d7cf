// A fleet that comes back at once is let in at a pace, addresses in turn, so that whoever is in is heard meanwhile.
import { createQueue, networkOf } from './lookups.ts'

const TICK_MS = 20

export interface Pace {
  /** Starts it now, or when its turn comes. */
  enter(address: string, start: () => void): void
  waiting(): number
  stop(): void
}

/** A second's worth may start at once. Time that the process was too busy to count gives nothing: then fewer start. */
export function createPace(perSecond: number, now: () => number = () => performance.now()): Pace {
  const queue = createQueue()
  let left = perSecond
  let at = now()
  let timer: NodeJS.Timeout | undefined
  const rest = () => {
    clearInterval(timer)
    timer = undefined
  }
  const startSome = () => {
    while (left >= 1) {
      const start = queue.next()
      if (!start) return
      left--
      start()
    }
  }
  const tick = () => {
    const passed = Math.min(now() - at, 2 * TICK_MS)
    at = now()
    left = Math.min(perSecond, left + (passed / 1000) * perSecond)
    startSome()
    if (queue.size() === 0) rest()
  }
  return {
    enter: (address, start) => {
      if (!timer) {
        left = Math.min(perSecond, left + ((now() - at) / 1000) * perSecond)
        at = now()
      }
      queue.add(networkOf(address), start)
      if (!timer) startSome()
      if (queue.size() > 0) timer ??= setInterval(tick, TICK_MS)
    },
    waiting: queue.size,
    stop: rest,
  }
}
