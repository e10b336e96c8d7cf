// A clock that stands until it is moved.
import type { LineClock } from '../../../src/platform/rtc/line-clock.ts'

/** A clock that stands until it is moved. */
export function handClock(): LineClock & { move: (milliseconds: number) => void } {
  let now = 0
  let timers: { at: number; again: number | undefined; run: () => void }[] = []
  const add = (milliseconds: number, run: () => void, again: number | undefined) => {
    const timer = { at: now + milliseconds, again, run }
    timers.push(timer)
    return () => {
      timers = timers.filter(each => each !== timer)
    }
  }
  return {
    after: (milliseconds, run) => add(milliseconds, run, undefined),
    every: (milliseconds, run) => add(milliseconds, run, milliseconds),
    move(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        now = next.at
        if (next.again) next.at += next.again
        else timers = timers.filter(each => each !== next)
        next.run()
      }
      now = end
    },
  }
}
