// What lies in the database sealed with a key of this installation, and bound to whose it is: one that was changed, or
// copied into somebody else's row, does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const VECTOR = 12
const TAG = 16

/** AES-256-GCM: initialisation vector, bytes, tag. `bound` says whose it is. */
export function sealBytes(key: Buffer, plain: Uint8Array, bound: string): Buffer {
  const vector = randomBytes(VECTOR)
  const cipher = createCipheriv(CIPHER, key, vector).setAAD(Buffer.from(bound, 'utf8'))
  return Buffer.concat([vector, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when it was changed, or sealed for somebody else, or with another key. */
export function openBytes(key: Buffer, sealed: Buffer, bound: string): Buffer | undefined {
  if (sealed.length < VECTOR + TAG) return undefined
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, VECTOR))
      .setAAD(Buffer.from(bound, 'utf8'))
      .setAuthTag(sealed.subarray(-TAG))
    return Buffer.concat([decipher.update(sealed.subarray(VECTOR, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}
