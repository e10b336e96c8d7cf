// Who sends: the key pair that browsers subscribe with, and whom a push service may complain to.

import { createECDH } from 'node:crypto'
import type { Secrets } from '../../secrets.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import type { PushConfig } from './settings.ts'

export interface Vapid {
  /** Uncompressed point of P-256, base64url: what a browser subscribes with. */
  publicKey: string
  privateKey: string
  /** `mailto:` or https address. */
  subject: string
}

/**
 * Derived from the installation's one secret, so that it is the same at every start and in every process: a browser's
 * subscription is worth nothing under another key.
 */
export function vapidOf({
  secrets,
  pushContact,
  publicUrl,
}: PushConfig & Pick<InstallationConfig, 'publicUrl'> & { secrets: Secrets }): Vapid {
  const pair = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    try {
      // One number in four billion is no scalar of the curve; the next one is taken instead.
      pair.setPrivateKey(secrets.keyFor(attempt === 0 ? 'vapid' : `vapid ${attempt}`))
      break
    } catch (error) {
      if (attempt >= 9) throw error
    }
  }
  const scalar = pair.getPrivateKey()
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    // Node drops leading zeros of the key; the format wants all 32 bytes.
    privateKey: Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]).toString('base64url'),
    subject: pushContact ?? contactOf(publicUrl),
  }
}

function contactOf(publicUrl: string | undefined): string {
  if (publicUrl === undefined) return 'mailto:operator@gatehouse.invalid'
  const { protocol, hostname, origin } = new URL(publicUrl)
  return protocol === 'https:' ? origin : `mailto:operator@${hostname}`
}
