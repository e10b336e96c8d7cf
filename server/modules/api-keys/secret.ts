// The secret of an API key: a beginning that scanners of secrets know, 256 random bits, and a checksum that tells a mistyped
// or invented one without a look into the database.
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** No token of a person and no secret of a wall begins like this. */
export const KEY_PREFIX = 'gatehouse_'
const RANDOM_LENGTH = 43
const CHECK_LENGTH = 8
const HINT_LENGTH = KEY_PREFIX.length + 4

const checkOf = (text: string) => crc32(text).toString(16).padStart(CHECK_LENGTH, '0')

export function makeSecret(): string {
  const begun = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`
  return `${begun}${checkOf(begun)}`
}

/** Whether it was made here, as far as it says itself. */
export function isWhole(secret: string): boolean {
  const length = KEY_PREFIX.length + RANDOM_LENGTH
  return (
    secret.startsWith(KEY_PREFIX) &&
    secret.length === length + CHECK_LENGTH &&
    secret.slice(length) === checkOf(secret.slice(0, length))
  )
}

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** So much of it is shown in lists. */
export const hintOf = (secret: string): string => `${secret.slice(0, HINT_LENGTH)}…`
