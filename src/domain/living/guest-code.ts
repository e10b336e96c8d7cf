// Codes that residents give to guests: some hours, some openings, the doors of one home.
import * as z from 'zod/mini'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'

export const GUEST_DIGITS = 6
export const MOST_GUEST_USES = 50
/** A code is for visits, not for living here. */
export const LONGEST_GUEST_MS = 72 * HOUR_MS
/** Codes of one home that are good at the same time. */
export const MOST_GUEST_CODES = 10

export interface GuestCode {
  validFrom: number
  validUntil: number
  mostUses: number
  used: number
  /** Taken back by who gave it. */
  revoked: boolean
}

export const guestCodeState = z.enum(['good', 'planned', 'over', 'usedUp', 'revoked'])
export type GuestCodeState = z.output<typeof guestCodeState>

/** How far a code counts at a moment. */
export function guestCodeStateAt(code: GuestCode, at: number): GuestCodeState {
  if (code.revoked) return 'revoked'
  if (code.used >= code.mostUses) return 'usedUp'
  if (at >= code.validUntil) return 'over'
  return at < code.validFrom ? 'planned' : 'good'
}

/** What is wrong with the hours of a code that is asked for. */
export function guestHoursFlaw(
  { validFrom, validUntil }: Pick<GuestCode, 'validFrom' | 'validUntil'>,
  now: number,
): 'order' | 'over' | 'tooLong' | undefined {
  if (validUntil <= validFrom) return 'order'
  if (validUntil <= now + MINUTE_MS) return 'over'
  return validUntil - validFrom > LONGEST_GUEST_MS ? 'tooLong' : undefined
}

/** The digits in two groups, as they are read out. */
export const spacedDigits = (digits: string): string => `${digits.slice(0, 3)} ${digits.slice(3)}`
