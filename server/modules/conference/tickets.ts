// What lets one into a conference room: signed, good for one room and one participant, for some hours. Whether the session,
// the link or the right behind it still stands is asked at every login.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { Secrets } from '../../secrets.ts'

const LIFE_MS = 12 * HOUR_MS
const PURPOSE = 'conference tickets'

const claims = z.object({
  /** Tells who comes back from who comes in a second time elsewhere. */
  id: z.string(),
  tenantId: z.int(),
  roomId: z.string(),
  accountName: z.string(),
  displayName: z.string(),
  expiresAt: z.int(),
  who: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('person'), accountId: z.int(), tokenHash: z.string() }),
    /** `link`: hash of its code, base64url. */
    z.object({ kind: z.literal('guest'), link: z.string() }),
    z.object({ kind: z.literal('device'), imei: z.string(), deviceId: z.int() }),
  ]),
  /** As its holder typed it, told back to hosts in the room. */
  roomPassword: z.nullable(z.string()),
})
export type Claims = z.output<typeof claims>

export interface Tickets {
  make(wanted: Omit<Claims, 'id' | 'expiresAt'>): string
  /** Undefined when it was not made here, is not of this account name, or is too old. */
  read(ticket: string, accountName: string): Claims | undefined
}

/** Makes and reads tickets; those made before a restart are still read. */
export function createTickets(secrets: Secrets, now: () => number = Date.now): Tickets {
  const key = secrets.keyFor(PURPOSE)
  const sign = (body: string) => createHmac('sha256', key).update(body).digest()
  return {
    make: wanted => {
      const made: Claims = {
        ...wanted,
        id: randomBytes(12).toString('base64url'),
        expiresAt: now() + LIFE_MS,
      }
      const body = Buffer.from(JSON.stringify(made)).toString('base64url')
      return `${body}.${sign(body).toString('base64url')}`
    },
    read: (ticket, accountName) => {
      const [body, mac, rest] = ticket.split('.')
      if (!body || !mac || rest !== undefined) return undefined
      const [given, own] = [Buffer.from(mac, 'base64url'), sign(body)]
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
      const read = z.safeParse(claims, JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
      if (!read.success || read.data.accountName !== accountName || read.data.expiresAt <= now())
        return undefined
      return read.data
    },
  }
}
