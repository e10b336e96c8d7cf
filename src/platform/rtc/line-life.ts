// The patience of a line: when it counts as shaky, when new paths are looked for, when it is given up.
import type { LineClock } from './line-clock.ts'
import type { LineState } from './port.ts'

/** A line that does not stand after so long is not joined. */
export const JOIN_TIMEOUT_MS = 15_000
/** Packets that stay away so long are more than a hiccup. */
export const SHAKY_MS = 2_000
/** New paths are looked for so often while the line does not stand. */
export const RENEW_MS = 5_000
/** Two looks at new paths in one breath would undo each other. */
export const RENEW_REST_MS = 2_000
/** A lost line is given up after so long. */
export const GIVE_UP_MS = 20_000

export interface LineLifeEvents {
  onState: (state: LineState) => void
  /** Look for new paths. */
  renew: () => void
  /** It never stood. */
  onTimeout: () => void
  /** It stood, broke, and did not come back. */
  onLost: () => void
}

export interface LineLife {
  state: () => LineState
  /** Packets flow. */
  up: () => void
  /** Packets stay away, perhaps for a moment. */
  shaky: () => void
  /** This path is dead. */
  down: () => void
  /** The network is gone: no new path can be found before it is back. */
  gone: () => void
  /** The machine is on another network. */
  changed: () => void
  end: () => void
}

/** Starts in `connecting`, ends once in `ended`. */
export function createLineLife(
  clock: LineClock,
  events: LineLifeEvents,
  joinTimeoutMs = JOIN_TIMEOUT_MS,
): LineLife {
  let state: LineState = 'connecting'
  let stops: (() => void)[] = []

  const become = (next: LineState) => {
    for (const stop of stops.splice(0)) stop()
    if (next === state) return
    state = next
    events.onState(next)
  }
  let resting = false
  const renew = () => {
    if (resting) return
    resting = true
    clock.after(RENEW_REST_MS, () => {
      resting = false
    })
    events.renew()
  }
  const keepTrying = () => stops.push(clock.every(RENEW_MS, renew))
  const wait = () => {
    become('reconnecting')
    stops.push(clock.after(GIVE_UP_MS, events.onLost))
    keepTrying()
  }
  const lose = () => {
    wait()
    renew()
  }
  stops.push(clock.after(joinTimeoutMs, events.onTimeout))
  keepTrying()

  return {
    state: () => state,
    up() {
      if (state !== 'ended') become('connected')
    },
    shaky() {
      if (state === 'connected' && stops.length === 0) stops = [clock.after(SHAKY_MS, lose)]
    },
    down() {
      if (state === 'connected') lose()
    },
    gone() {
      if (state === 'connected') wait()
    },
    changed() {
      if (state !== 'ended') renew()
    },
    end: () => become('ended'),
  }
}
