// The clock that all processes of an installation agree on: that of their database. A machine whose own clock is minutes off would
// find all devices silent, or hear them before they spoke.

/** Less than this is the way to the database and back, and every machine's own drift. */
const NEGLIGIBLE_MS = 1_000
/** An answer that took longer says too little. */
const LONGEST_ASK_MS = 2_000

export interface AgreedClock {
  /** Milliseconds since 1970, as the database has them; until it was asked, as the machine has them. */
  now(): number
  /** How far the machine's clock is ahead (negative: behind), in milliseconds; undefined until the database was asked. */
  aheadMs(): number | undefined
  /** Asks anew. `ask` answers the database's clock, in milliseconds. */
  set(ask: () => Promise<number>): Promise<void>
}

export function createAgreedClock(own: () => number = () => Date.now()): AgreedClock {
  let ahead: number | undefined
  return {
    now: () => own() - (ahead !== undefined && Math.abs(ahead) >= NEGLIGIBLE_MS ? ahead : 0),
    aheadMs: () => ahead,
    set: async ask => {
      const before = own()
      const theirs = await ask()
      const after = own()
      if (after - before > LONGEST_ASK_MS) return
      ahead = Math.round((before + after) / 2 - theirs)
    },
  }
}
