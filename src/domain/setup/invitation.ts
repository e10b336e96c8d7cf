// Invitations: the code that lets one person in once, how it is written, and until when it is good.
import * as z from 'zod/mini'
import { DAY_MS, HOUR_MS } from '../durations.ts'
import { CODE_SIGNS } from '../limits.ts'

/** Of 32 signs each: 60 bits, which nobody tries through a throttled door. */
export const INVITATION_LENGTH = 12
const GROUP = 4

/** How long an invitation may be good, the usual one first. */
export const invitationLife = z.enum(['week', 'day', 'hour'])
export type InvitationLife = z.output<typeof invitationLife>
export const invitationLives: Readonly<Record<InvitationLife, number>> = {
  week: 7 * DAY_MS,
  day: DAY_MS,
  hour: HOUR_MS,
}

/** As it is read aloud and typed: in groups of four. */
export const writtenCode = (code: string): string =>
  (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-')

/** What somebody has typed, without blanks and hyphens; undefined where it cannot be a code. */
export function typedCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s\u2010-\u2015-]/g, '')
  const fits = code.length === INVITATION_LENGTH && [...code].every(sign => CODE_SIGNS.includes(sign))
  return fits ? code : undefined
}

/** The address that opens an invitation, behind the console's own. */
export const invitationPath = (code: string): string => `/#/join?code=${writtenCode(code)}`
