// The first look at a request to unlock: what only a forger sends, how often somebody presses, which nonces were used.
import * as z from 'zod/mini'
import { unlockRequest } from '../../../src/contract/messages.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Person } from '../../person.ts'

export type UnlockRequest = z.output<typeof unlockRequest>

const MOST_BYTES = 1024
/** How far a console's idea of the server's clock may be off. */
export const FRESH_MS = 10_000
export const WINDOW_MS = MINUTE_MS
export const MOST_IN_WINDOW = 10
/** Nobody's thumb is so fast: no more of them is even written down. */
export const FLOOD_IN_WINDOW = 60
const MOST_PEOPLE = 10_000

/** Counts presses, and remembers nonces for as long as a request that carries one could be fresh. */
export function createMemory(now: () => number) {
  const pressed = new Map<number, number[]>()
  const seen = new Map<string, number>()
  return {
    press: (userId: number): number => {
      const recent = (pressed.get(userId) ?? []).filter(at => now() - at < WINDOW_MS)
      recent.push(now())
      if (pressed.size >= MOST_PEOPLE && !pressed.has(userId)) pressed.clear()
      pressed.set(userId, recent.slice(-FLOOD_IN_WINDOW - 1))
      return recent.length
    },
    /** False when the person has used it before. */
    takeNonce: (userId: number, nonce: string): boolean => {
      for (const [key, until] of seen) {
        if (until > now()) break
        seen.delete(key)
      }
      const key = `${userId} ${nonce}`
      if (seen.has(key)) return false
      seen.set(key, now() + 3 * FRESH_MS)
      return true
    },
  }
}

/** The request, or why only a forger sends such a thing. */
export function readRequest(person: Person, imei: string, payload: Uint8Array): UnlockRequest | string {
  if (payload.length > MOST_BYTES) return 'unlock.body'
  let raw: unknown
  try {
    raw = JSON.parse(Buffer.from(payload).toString('utf8'))
  } catch {
    return 'unlock.body'
  }
  const body = z.safeParse(unlockRequest, raw)
  if (!body.success) return 'unlock.body'
  if (body.data.imei !== imei) return 'unlock.imei'
  if (body.data.userId !== person.accountId) return 'unlock.user'
  return body.data
}
