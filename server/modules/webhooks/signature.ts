// Signatures of webhooks after Standard Webhooks, and the secrets they are made with, sealed in the database and bound to
// their tenant, so that one copied into another tenant's row does not open.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** What the key is derived for. */
export const WEBHOOK_SECRETS = 'webhook secrets'

const PREFIX = 'whsec_'
const VECTOR = 12
const TAG = 16

export const makeSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** The headers of a message: who verifies it compares with any of the signatures. */
export function signedHeaders(
  secrets: readonly string[],
  { messageId, seconds, body }: { messageId: string; seconds: number; body: string },
): Record<string, string> {
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

const bound = (tenantId: number) => Buffer.from(`webhook secret\n${tenantId}`, 'utf8')

/** AES-256-GCM: initialisation vector, text, tag. */
export function sealSecret(key: Buffer, secret: string, tenantId: number): Buffer {
  const vector = randomBytes(VECTOR)
  const cipher = createCipheriv('aes-256-gcm', key, vector).setAAD(bound(tenantId))
  return Buffer.concat([vector, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when it was changed, or sealed for somebody else, or with another key. */
export function openSecret(key: Buffer, sealed: Buffer, tenantId: number): string | undefined {
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
