// The server's clock, as far as its answers tell: a device's own may be hours off, and ages must not be.

/** Seen on one answer: what its server's clock said, and between which moments of our own that was. */
export interface ClockSighting {
  /** Epoch milliseconds of the server. */
  serverAt: number
  /** The server may have been so much further: a header of whole seconds says less. */
  within: number
  askedAt: number
  heardAt: number
}

export interface OwnClocks {
  /** Runs evenly whatever is done to the clock of the device; may stand still while it sleeps. */
  steady: () => number
  /** The clock of the device, epoch milliseconds. */
  wall: () => number
}

export interface ServerClock {
  /** Epoch milliseconds by the server's clock; by the device's own before the first answer. */
  now: () => number
  /** Takes one answer into account; `askedAt` and `heardAt` are of the steady clock. */
  sighted: (sighting: ClockSighting) => void
  /** How far the server is ahead of the device's clock, milliseconds. */
  ahead: () => number
}

/** The two differ by more only when one was set, or the device slept. */
const JUMP_MS = 2_000

/** A clock that knows nothing yet but how far the server was ahead when last heard of. */
export function createServerClock({ steady, wall }: OwnClocks, knownAhead = 0): ServerClock {
  let base = { server: wall() + knownAhead, steady: steady(), wall: wall() }

  const passed = () => {
    const even = steady() - base.steady
    const shown = wall() - base.wall
    // Asleep: only the clock on the wall went on. The next answer puts right whatever this took for sleep.
    return shown - even > JUMP_MS ? shown : even
  }
  const now = () => base.server + passed()
  return {
    now,
    sighted({ serverAt, within, askedAt, heardAt }) {
      const error = (heardAt - askedAt + within) / 2
      const server = serverAt + error + (steady() - heardAt)
      const known = now()
      const off = server - known
      // Whatever an answer allows may be right, and is kept: so a clock that is right stays so, however coarse the answers.
      if (Math.abs(off) <= error) return
      const far = Math.abs(off) > error + JUMP_MS
      base = { server: far ? server : server - Math.sign(off) * error, steady: steady(), wall: wall() }
    },
    ahead: () => Math.round(now() - wall()),
  }
}

/** Nobody's secret: how far the server was ahead, for a start without a network. */
const KEPT = 'gatehouse.clock'
const own: OwnClocks = { steady: () => performance.now(), wall: () => Date.now() }

let clock: ServerClock | undefined
let kept = 0
const running = (): ServerClock => (clock ??= createServerClock(own, readAhead()))

/** Epoch milliseconds by the server's clock. */
export const serverNow = (): number => Math.round(running().now())

/** An answer has come: `date` is its `Date` header, `askedAt` by `performance.now()`. */
export function sightDate(date: string | null, askedAt: number): void {
  const serverAt = date === null ? Number.NaN : Date.parse(date)
  if (!Number.isNaN(serverAt)) sight({ serverAt, within: 1_000, askedAt, heardAt: performance.now() })
}

function sight(sighting: ClockSighting): void {
  running().sighted(sighting)
  if (Math.abs(running().ahead() - kept) >= JUMP_MS) keepClock()
}

/** Writes down how far the server is ahead, also after a purge that spared nothing. */
export function keepClock(): void {
  kept = running().ahead()
  globalThis.localStorage?.setItem(KEPT, String(kept))
}

function readAhead(): number {
  const kept = Number(globalThis.localStorage?.getItem(KEPT) ?? 0)
  return Number.isFinite(kept) ? kept : 0
}
