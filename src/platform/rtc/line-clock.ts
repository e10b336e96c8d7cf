// Time as a line needs it, so that its patience can be tested without waiting.

export interface LineClock {
  /** Calls back once after so many milliseconds; answers how to stop. */
  after: (milliseconds: number, run: () => void) => () => void
  /** Calls back again and again; answers how to stop. */
  every: (milliseconds: number, run: () => void) => () => void
}

export const lineClock: LineClock = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds)
    return () => clearInterval(timer)
  },
}
