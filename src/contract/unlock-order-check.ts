// What a door unit asks of an order to unlock before it obeys. Works in Node and, in a secure context, in browsers.

import { MINUTE_MS } from '../domain/durations.ts'
import { BYTES_32 } from '../domain/limits.ts'
import { ORDER_KEY_TEXT, type UnlockOrder, unlockText } from './device-messages.ts'

/** Why an order is not obeyed. */
export type UnlockOrderFault = 'otherDoor' | 'forged' | 'late' | 'repeated'

/** Orders live for seconds; one that claims to live longer is not from the server. Milliseconds. */
const LONGEST_LIFE_MS = MINUTE_MS

/**
 * Judges orders for one unit. `now` is the server's clock in epoch milliseconds, as far as the unit knows it. Answers
 * undefined for an order that is to be obeyed: once, whatever is repeated.
 */
export function createUnlockOrderCheck(
  imei: string,
  secret: string,
  now: () => number,
): (order: UnlockOrder) => Promise<UnlockOrderFault | undefined> {
  const seen = new Map<string, number>()
  const key = orderKey(secret)
  return async order => {
    if (order.imei !== imei) return 'otherDoor'
    const mac = bytesOf(order.mac)
    const text = new TextEncoder().encode(unlockText(order))
    if (!mac || !(await crypto.subtle.verify('HMAC', await key, mac, text))) return 'forged'
    const at = now()
    if (order.expiresAt <= at || order.expiresAt > at + LONGEST_LIFE_MS) return 'late'
    for (const [nonce, expiresAt] of seen) if (expiresAt <= at) seen.delete(nonce)
    if (seen.has(order.nonce)) return 'repeated'
    seen.set(order.nonce, order.expiresAt)
    return undefined
  }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

async function orderKey(secret: string): Promise<CryptoKey> {
  const encoder = new TextEncoder()
  const own = await crypto.subtle.importKey('raw', encoder.encode(secret), HMAC, false, ['sign'])
  const derived = await crypto.subtle.sign('HMAC', own, encoder.encode(ORDER_KEY_TEXT))
  return crypto.subtle.importKey('raw', derived, HMAC, false, ['verify'])
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BYTES_32.test(base64url)) return undefined
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}
