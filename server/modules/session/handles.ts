// Handles and keys that a session comes with: each is good for one thing, made from the installation's secret, stored nowhere.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../secrets.ts'

export type Purpose = 'revoke' | 'tell'

export interface Handles {
  /** The key that a browser encrypts a person's waiting actions with: the same at each of their logins, and nobody else's. */
  sealOf(person: { tenantId: number; accountId: number }): string
  /** A signed handle that contains `what`; only this installation can make it. */
  make(purpose: Purpose, what: string): string
  /** What it says; undefined for one that was made for something else or by somebody else. */
  read(purpose: Purpose, handle: string): string | undefined
}

export function createHandles({ keyFor }: Secrets): Handles {
  const keys = { revoke: keyFor('session-revoke'), tell: keyFor('unsent-tell') }
  const seal = keyFor('queue-seal')
  const signOf = (purpose: Purpose, what: string) => createHmac('sha256', keys[purpose]).update(what).digest()
  return {
    sealOf: ({ tenantId, accountId }) =>
      createHmac('sha256', seal).update(`${tenantId}:${accountId}`).digest('base64url'),
    make: (purpose, what) => `${what}.${signOf(purpose, what).toString('base64url')}`,
    read: (purpose, handle) => {
      const cut = handle.lastIndexOf('.')
      const what = handle.slice(0, Math.max(0, cut))
      const given = Buffer.from(handle.slice(cut + 1), 'base64url')
      const own = signOf(purpose, what)
      return given.length === own.length && timingSafeEqual(given, own) ? what : undefined
    },
  }
}
