// What form fields accept while somebody types, and what they must hold when sent (console specification, section 5).
import { PHONE } from './limits.ts'

/** Length a limited field is cut to when it names none. */
export const DEFAULT_INPUT_LENGTH = 10

/** Letters and digits only, cut to `maxLength`. */
export function limitedText(typed: string, maxLength = DEFAULT_INPUT_LENGTH): string {
  return typed.replace(/[^A-Za-z0-9]/g, '').slice(0, maxLength)
}

/** Digits only, cut to `maxLength`. */
export function limitedNumber(typed: string, maxLength = DEFAULT_INPUT_LENGTH): string {
  return typed.replace(/\D/g, '').slice(0, maxLength)
}

/** Digits and one point with at most two decimals; a leading point gets a 0 before it. */
export function decimalText(typed: string): string {
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.')
  if (rest.length === 0) return whole
  return `${whole === '' ? '0' : whole}.${rest.join('').slice(0, 2)}`
}

/** True for a mainland mobile number. */
export function isPhone(text: string): boolean {
  return PHONE.test(text)
}

/** What is wrong with a selection that must be made: nothing chosen, or something twice. */
export function choiceProblem(chosen: readonly unknown[]): 'mustChooseOne' | 'duplicate' | undefined {
  const made = chosen.filter(value => value !== undefined && value !== null && value !== '')
  if (made.length === 0) return 'mustChooseOne'
  return new Set(made).size < made.length ? 'duplicate' : undefined
}

/** True when a required field holds nothing but white space. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
