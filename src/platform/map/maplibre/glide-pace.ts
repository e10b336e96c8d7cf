// How often a map is painted on which things move: a single one glides smoothly; where positions keep coming in, painting
// takes its share of the time and leaves the rest to the page.

/** Gliding for longer than this, others have followed the first. */
const ALONE_MS = 700
/** Among many that glide, so often at most. */
const LEAST_MS = 100
const MOST_MS = 400
/** What a picture costs, so many times over, is left between two. */
const SHARE = 4

export interface PaceClock {
  now(): number
  after(ms: number, run: () => void): () => void
}

const browser: PaceClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export class GlidePace {
  readonly #repaint: () => void
  readonly #clock: PaceClock
  /** Since when something has been gliding without a rest. */
  #since: number | undefined
  #cost = 0
  #waiting: { until: number; stop: () => void } | undefined

  constructor(repaint: () => void, clock: PaceClock = browser) {
    this.#repaint = repaint
    this.#clock = clock
  }

  /** What the last picture cost, in milliseconds. */
  cost(milliseconds: number): void {
    this.#cost = milliseconds
  }

  /** Something has changed; `drawn`: as one that is seen by itself, not only as part of a cluster or out of sight. */
  changed(drawn: boolean): void {
    if (drawn) this.#next()
    else this.#later(MOST_MS)
  }

  /** A picture was painted; `gliding`: something in it is still on its way. */
  painted(gliding: boolean): void {
    if (!gliding) this.#since = undefined
    else {
      this.#since ??= this.#clock.now()
      this.#next()
    }
  }

  stop(): void {
    this.#waiting?.stop()
    this.#waiting = undefined
  }

  #next(): void {
    if (this.#since === undefined || this.#clock.now() - this.#since < ALONE_MS) this.#repaint()
    else this.#later(Math.min(MOST_MS, Math.max(LEAST_MS, this.#cost * SHARE)))
  }

  #later(ms: number): void {
    const until = this.#clock.now() + ms
    if (this.#waiting && this.#waiting.until <= until) return
    this.#waiting?.stop()
    const stop = this.#clock.after(ms, () => {
      this.#waiting = undefined
      this.#repaint()
    })
    this.#waiting = { until, stop }
  }
}
