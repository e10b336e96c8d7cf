// Cameras' passwords as they lie in the database: sealed with a key of this installation, and bound to their tenant, so that
// one copied into another tenant's row does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** What the key is derived for. */
export const CAMERA_PASSWORDS = 'camera passwords'

const VECTOR = 12
const TAG = 16
const bound = (tenantId: number) => Buffer.from(`camera password\n${tenantId}`, 'utf8')

/** AES-256-GCM: initialisation vector, text, tag. */
export function sealPassword(key: Buffer, password: string, tenantId: number): Buffer {
  const vector = randomBytes(VECTOR)
  const cipher = createCipheriv('aes-256-gcm', key, vector).setAAD(bound(tenantId))
  return Buffer.concat([vector, cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when it was changed, or sealed for somebody else, or with another key. */
export function openPassword(key: Buffer, sealed: Buffer, tenantId: number): string | undefined {
  if (sealed.length < VECTOR + TAG) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, VECTOR))
      .setAAD(bound(tenantId))
      .setAuthTag(sealed.subarray(-TAG))
    return Buffer.concat([decipher.update(sealed.subarray(VECTOR, -TAG)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
