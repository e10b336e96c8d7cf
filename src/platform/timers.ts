// Timers by key over a clock that tests can move: one that is started again begins anew.

export interface TimerClock {
  now: () => number
  /** Calls back once after so many milliseconds; answers how to stop. */
  after: (milliseconds: number, run: () => void) => () => void
}

/** The browser's own. */
export const timeouts: TimerClock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** `Work` is what a timer brings when it is due. */
export interface Timers<Work> {
  start: (key: string, milliseconds: number, work: Work) => void
  /** At a moment by the clock; at once when it is over. */
  until: (key: string, moment: number, work: Work) => void
  /** Again and again, until stopped. What a sleeping tab missed is not made up for. */
  every: (key: string, milliseconds: number, work: Work) => void
  /**
   * Keeps watch over what somebody else does at a moment: due only when they are late by the whole grace, which they get
   * also when the moment is over already.
   */
  watch: (key: string, moment: number, graceMs: number, work: Work) => void
  stop: (key: string) => void
}

/** Makes timers that run `due` with what they bring. */
export function createTimers<Work>(
  clock: TimerClock,
  due: (work: Work) => void,
): Timers<Work> & { stopAll: () => void } {
  const running = new Map<string, () => void>()
  const stop = (key: string) => {
    running.get(key)?.()
    running.delete(key)
  }
  const begin = (key: string, milliseconds: number, run: () => void) => {
    stop(key)
    running.set(
      key,
      clock.after(milliseconds, () => {
        running.delete(key)
        run()
      }),
    )
  }
  const wait = (moment: number) => Math.max(0, moment - clock.now())
  const start = (key: string, milliseconds: number, work: Work) => begin(key, milliseconds, () => due(work))
  const again = (key: string, milliseconds: number, next: number, work: Work): void =>
    begin(key, wait(next), () => {
      const missed = next + milliseconds <= clock.now()
      // Before the work: it may be what stops it. From where it was due: what comes late does not put off all that follows.
      again(key, milliseconds, (missed ? clock.now() : next) + milliseconds, work)
      due(work)
    })
  return {
    start,
    until: (key, moment, work) => start(key, wait(moment), work),
    every: (key, milliseconds, work) => again(key, milliseconds, clock.now() + milliseconds, work),
    watch: (key, moment, graceMs, work) => start(key, wait(moment) + graceMs, work),
    stop,
    stopAll() {
      for (const end of running.values()) end()
      running.clear()
    },
  }
}
