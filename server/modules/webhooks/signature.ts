// Signatures of webhooks after Standard Webhooks, and the secrets they are made with, sealed in the database and bound to
// their tenant, so that one copied into another tenant's row does not open.
import { createHmac, randomBytes } from 'node:crypto'
import { openBytes, sealBytes } from '../../sealed.ts'

/** What the key is derived for. */
export const WEBHOOK_SECRETS = 'webhook secrets'

const PREFIX = 'whsec_'

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

const bound = (tenantId: number) => `webhook secret\n${tenantId}`

export const sealSecret = (key: Buffer, secret: string, tenantId: number): Buffer =>
  sealBytes(key, Buffer.from(secret, 'utf8'), bound(tenantId))

/** Undefined when it was changed, or sealed for somebody else, or with another key. */
export const openSecret = (key: Buffer, sealed: Buffer, tenantId: number): string | undefined =>
  openBytes(key, sealed, bound(tenantId))?.toString('utf8')
