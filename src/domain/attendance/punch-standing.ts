// What a punch of a phone is worth: clocks of phones are set wrong, and set wrong on purpose.
import { MINUTE_MS } from '../durations.ts'
import { SYNC_MS } from './judge-day.ts'

/** Between phone and server there are a few moments even when both clocks are right. */
const AHEAD_MS = 2 * MINUTE_MS
const WRONG_CLOCK_MS = 5 * MINUTE_MS
const AT_ONCE_MS = 2 * MINUTE_MS

/**
 * `sure`: told at once; `offline`: told later; `offClock`: by a clock that is wrong and was put right by what the phone knew
 * of the server's; `unproven`: told later by a clock that nobody has compared; `old`: so late that it needs an approval.
 */
export const trusts = ['sure', 'offline', 'offClock', 'unproven', 'old'] as const
export type Trust = (typeof trusts)[number]

interface Claim {
  /** What the phone's clock showed. */
  claimedAt: number
  /** The server's clock minus the phone's, as the phone last knew it; null: it has never heard of the server's. */
  offsetMs: number | null
}

/** When it was and how far it is believed; undefined: it claims a time that is still to come. */
export function standingOf(
  { claimedAt, offsetMs }: Claim,
  receivedAt: number,
): { at: number; trust: Trust } | undefined {
  const at = claimedAt + (offsetMs ?? 0)
  if (at > receivedAt + AHEAD_MS) return undefined
  const late = receivedAt - at
  if (late > SYNC_MS) return { at, trust: 'old' }
  if (offsetMs !== null && Math.abs(offsetMs) > WRONG_CLOCK_MS) return { at, trust: 'offClock' }
  if (late <= AT_ONCE_MS) return { at, trust: 'sure' }
  return { at, trust: offsetMs === null ? 'unproven' : 'offline' }
}
