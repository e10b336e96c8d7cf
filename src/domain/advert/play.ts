// Proof of play: what a door says it has shown, and what is wrong with a claim that cannot be true.
import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'
import { text } from '../fields.ts'
import { SHA256_DIGITS } from '../limits.ts'

/** Players end a little early or late. */
export const END_SLACK_MS = 500
/** Clocks are set while a door runs. */
const CLOCK_SLACK_MS = 1_000
/** A door that was away for longer has nothing to claim any more. */
export const OLDEST_PLAY_MS = 90 * DAY_MS
const AHEAD_MS = 60_000

export const claimedPlay = z.object({
  /** Unique at its door, for ever. */
  playId: text(60).check(z.minLength(1)),
  /** A new one with each start of the door. */
  bootId: text(40).check(z.minLength(1)),
  seq: z.int().check(z.nonnegative()),
  advertId: z.int().check(z.positive()),
  sha256: z.string().check(z.regex(SHA256_DIGITS)),
  /** By the door's own clock. */
  startedAt: z.int().check(z.nonnegative()),
  /** For how long it was really shown. */
  ms: z.int().check(z.nonnegative()),
  complete: z.boolean(),
  /** By how much the server's clock was ahead of the door's, as far as it knew. */
  clockOffset: z.int(),
})
export type ClaimedPlay = z.output<typeof claimedPlay>

/** When it began by the server's clock. */
export const beganAt = ({ startedAt, clockOffset }: Pick<ClaimedPlay, 'startedAt' | 'clockOffset'>): number =>
  startedAt + clockOffset

export type PlayFault = 'unknown' | 'length' | 'future' | 'old' | 'early' | 'overlap' | 'sum'

interface Span {
  startedAt: number
  ms: number
}

export interface PlayGround {
  now: number
  /** Length of the video; undefined where the door was never given it. */
  videoMs: number | undefined
  /** When the door was first given it. */
  givenAt: number
  /** Plays of this door that lie next to it, by the server's clock. */
  near: readonly Span[]
  /** What this start of the door has claimed so far. */
  boot: { firstAt: number; lastEnd: number; ms: number } | undefined
}

/** Why a claim is not believed; undefined: it is. */
export function faultOf(
  claim: ClaimedPlay,
  { now, videoMs, givenAt, near, boot }: PlayGround,
): PlayFault | undefined {
  const at = beganAt(claim)
  const end = at + claim.ms
  if (videoMs === undefined) return 'unknown'
  if (claim.ms > videoMs + END_SLACK_MS) return 'length'
  if (claim.complete && claim.ms < videoMs - END_SLACK_MS) return 'length'
  if (end > now + AHEAD_MS) return 'future'
  if (at < now - OLDEST_PLAY_MS) return 'old'
  if (at < givenAt - AHEAD_MS) return 'early'
  if (
    near.some(span => span.startedAt < end - CLOCK_SLACK_MS && span.startedAt + span.ms > at + CLOCK_SLACK_MS)
  )
    return 'overlap'
  if (!boot) return undefined
  const passed = Math.max(boot.lastEnd, end) - Math.min(boot.firstAt, at)
  return boot.ms + claim.ms > passed + CLOCK_SLACK_MS ? 'sum' : undefined
}
