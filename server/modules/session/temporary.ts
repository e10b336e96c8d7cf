// Passwords that somebody else made for a person: they open nothing, their one use is to choose an own one, and they expire.
import { randomInt } from 'node:crypto'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { hashPassword } from './password.ts'

/** Without letters and digits that look or sound alike: people read these passwords out and write them down. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LETTERS = 4

/** Columns of an account whose password somebody else has just made. */
export async function temporaryPassword(password: string, hours: number) {
  return { password_hash: await hashPassword(password), password_until: Date.now() + hours * HOUR_MS }
}

/** 79 bits in four groups: `k7mp-…`. */
export function makePassword(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const group = () => Array.from({ length: GROUP_LETTERS }, letter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
