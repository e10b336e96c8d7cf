// Time as a line needs it, so that its patience can be tested without waiting.
import { type TimerClock, timeouts } from '../timers.ts'

export interface LineClock extends Pick<TimerClock, 'after'> {
  /** Calls back again and again; answers how to stop. */
  every: (milliseconds: number, run: () => void) => () => void
}

export const lineClock: LineClock = {
  after: timeouts.after,
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds)
    return () => clearInterval(timer)
  },
}
