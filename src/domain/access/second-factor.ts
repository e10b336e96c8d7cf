// The second factor: what its codes look like, and who has to have one.
import * as z from 'zod/mini'
import { BYTES_32 } from '../limits.ts'

/** An authenticator app shows so many digits, for so long (RFC 6238). */
export const APP_CODE_DIGITS = 6
export const APP_CODE_SECONDS = 30
export const RECOVERY_CODES = 10

const APP_CODE = /^\d{6}$/
/** Four groups of four, without letters and digits that look alike. */
const RECOVERY_CODE = /^[a-hj-km-np-z2-9]{16}$/

export type FactorCode = { kind: 'app' | 'recovery'; code: string }

/** What somebody typed, with or without spaces, dashes and capitals; undefined for what is no code at all. */
export function readFactorCode(typed: string): FactorCode | undefined {
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase()
  if (APP_CODE.test(code)) return { kind: 'app', code }
  if (RECOVERY_CODE.test(code)) return { kind: 'recovery', code: (code.match(/.{4}/g) ?? []).join('-') }
  return undefined
}

/** As the wire takes it: long enough for any way to write one. */
export const factorCode = z.string().check(
  z.maxLength(40),
  z.refine(typed => readFactorCode(typed) !== undefined, { error: 'factorCode' }),
)

/**
 * What proves the second factor inside a session: a code, or the word that was answered to the signature of a passkey. Empty as
 * a form sends a field that nobody has touched.
 */
export const factorProof = z.string().check(
  z.maxLength(64),
  z.refine(given => given === '' || BYTES_32.test(given) || readFactorCode(given) !== undefined, {
    error: 'factorCode',
  }),
)

/** As an authenticator app shows it; a recovery code proves no app. */
export const appCode = z.string().check(
  z.maxLength(40),
  z.refine(typed => readFactorCode(typed)?.kind === 'app', { error: 'factorCode' }),
)
