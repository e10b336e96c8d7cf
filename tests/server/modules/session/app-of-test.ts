// What an authenticator app does with a secret that was typed into it.
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret in base32. */
export function bytesOf(secret: string): Buffer {
  const bits = [...secret].map(letter => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
