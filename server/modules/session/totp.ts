// Codes of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds, as every app knows them.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { APP_CODE_DIGITS, APP_CODE_SECONDS } from '../../../src/domain/access/second-factor.ts'
import { SECOND_MS } from '../../../src/domain/durations.ts'

/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Clocks of phones run ahead or behind by so many steps. */
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** As people type it into an app: RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(held >>> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text
}

export const stepAt = (now: number): number => Math.floor(now / (APP_CODE_SECONDS * SECOND_MS))

/** The code of a step (RFC 4226, section 5.3). */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 15
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** APP_CODE_DIGITS).padStart(APP_CODE_DIGITS, '0')
}

/** The step, now or one beside it, whose code this is; undefined for a wrong code. Takes the same time for every answer. */
export function stepOf(secret: Buffer, code: string, now: number): number | undefined {
  const given = Buffer.from(code, 'utf8')
  let found: number | undefined
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step++) {
    const own = Buffer.from(codeOfStep(secret, step), 'utf8')
    if (own.length === given.length && timingSafeEqual(own, given)) found = step
  }
  return found
}

/** What the QR picture says: apps take issuer and account from it. */
export function appAddress(secret: Buffer, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer.replaceAll(':', ' '))}:${encodeURIComponent(username)}`
  const query = new URLSearchParams({ secret: base32(secret), issuer })
  // Apps read a plus as a plus.
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}&algorithm=SHA1&digits=${APP_CODE_DIGITS}&period=${APP_CODE_SECONDS}`
}
