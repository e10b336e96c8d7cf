// Whether somebody is here, as far as their punches, doors, fences and devices say. Signs stand side by side: what contradicts is
// said, and where nothing is known nothing is claimed.
import { HOUR_MS, MINUTE_MS } from '../durations.ts'

/** `punch`: on a phone. `door`: a card or a face at a door. `fence`: the side that a worn device is on. `device`: it was heard. */
export type PresenceSource = 'punch' | 'door' | 'fence' | 'device'

export interface PresenceSign {
  source: PresenceSource
  /** Epoch ms. */
  at: number
  /** `seen`: was here then, and whether still is it does not say. */
  says: 'in' | 'out' | 'seen' | 'heard'
}

export type PresenceState = 'here' | 'gone' | 'unknown'

export interface Presence {
  state: PresenceState
  /** What says so, and since when; null where nothing does. */
  by: PresenceSource | null
  since: number | null
  /** Another sign of the same stretch says the contrary. */
  contradicted: boolean
  /** A device of theirs was heard a moment ago. */
  heard: boolean
}

/** Older signs are of another shift. */
export const SIGN_MS = 16 * HOUR_MS
/** A device that has not been heard for so long may lie anywhere: what its fence says is then no contradiction. */
export const HEARD_MS = 10 * MINUTE_MS

/** What a judged day made of its punches: by their moment, whether somebody came or left. */
export type JudgedTurns = ReadonlyMap<number, 'in' | 'out'>

/** A day as attendance has judged it: the punches that its six states go by, arrivals and departures by turns. */
export function turnsOf(times: readonly (number | null)[]): Map<number, 'in' | 'out'> {
  const turns = new Map<number, 'in' | 'out'>()
  for (const [index, at] of times.entries()) {
    // One punch in the break is both: who left is back.
    if (at !== null && (index % 2 === 0 || !turns.has(at))) turns.set(at, index % 2 === 0 ? 'in' : 'out')
  }
  return turns
}

/**
 * Phone punches, as the day was judged; what it does not go by says only that somebody was here then. Of who is judged by
 * no rule they go in and out by turns within a shift: the first is in.
 */
export function punchSigns(times: readonly number[], now: number, judged?: JudgedTurns): PresenceSign[] {
  return [...times]
    .filter(at => at > now - SIGN_MS && at <= now)
    .sort((a, b) => a - b)
    .map((at, index) => ({
      source: 'punch',
      at,
      says: judged ? (judged.get(at) ?? 'seen') : index % 2 === 0 ? 'in' : 'out',
    }))
}

/** A card or a face at a door: whoever went for the day by it is gone, else they were here then. */
export const doorSign = (at: number, judged?: JudgedTurns): PresenceSign => ({
  source: 'door',
  at,
  says: judged?.get(at) ?? 'seen',
})

/** What the signs of one person say at a moment (epoch ms). */
export function presenceOf(signs: readonly PresenceSign[], now: number): Presence {
  const heardAt = Math.max(0, ...signs.filter(({ says }) => says === 'heard').map(({ at }) => at))
  const heard = heardAt > now - HEARD_MS && heardAt <= now
  const telling = signs
    .filter(({ says, at, source }) => {
      if (says === 'heard' || at > now) return false
      // The side of a fence holds as long as the device is heard, whenever it was crossed.
      return source === 'fence' ? heard : at > now - SIGN_MS
    })
    .sort((a, b) => weight(b, now) - weight(a, now) || b.at - a.at)
  const [best, ...others] = telling
  if (!best) return { state: 'unknown', by: null, since: null, contradicted: false, heard }
  const state = stateBy(best)
  return {
    state,
    by: best.source,
    since: best.at,
    contradicted: lastOfEach(others, best.source).some(sign => stateBy(sign) !== state),
    heard,
  }
}

const stateBy = ({ says }: PresenceSign): PresenceState => (says === 'out' ? 'gone' : 'here')

/** A live fence outweighs what was said once; of the rest the latest counts. */
const weight = ({ source, at }: PresenceSign, now: number): number => (source === 'fence' ? now + 1 : at)

/** What each other source said last. */
function lastOfEach(signs: readonly PresenceSign[], but: PresenceSource): PresenceSign[] {
  const last = new Map<PresenceSource, PresenceSign>()
  for (const sign of [...signs].sort((a, b) => a.at - b.at))
    if (sign.source !== but) last.set(sign.source, sign)
  return [...last.values()]
}
