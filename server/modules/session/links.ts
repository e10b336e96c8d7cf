// Auto-login links: sealed by the server, good for one hour, once, for one person. No password is in them.
import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { openBytes, sealBytes } from '../../sealed.ts'

export const LINK_MS = HOUR_MS
/** A clock of another server process may run ahead by so much. */
const AHEAD_MS = MINUTE_MS

const content = z.object({ username: z.string(), secret: z.string(), timestamp: z.int() })
export type LinkContent = z.output<typeof content>

/** A link is good for whoever has it. */
const NOBODYS = ''

/** In base64url. */
export const seal = (key: Buffer, link: LinkContent): string =>
  sealBytes(key, Buffer.from(JSON.stringify(link), 'utf8'), NOBODYS).toString('base64url')

/** What a link says; undefined when a single bit of it was changed. */
export function unseal(key: Buffer, sealed: string): LinkContent | undefined {
  const text = openBytes(key, Buffer.from(sealed, 'base64url'), NOBODYS)
  if (!text) return undefined
  try {
    const parsed = z.safeParse(content, JSON.parse(text.toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Makes a link's key for a person. It ends with the session that asked for it. */
export async function makeLink(
  sql: Sql,
  key: Buffer,
  { person, tokenHash }: { person: { accountId: number; username: string }; tokenHash: string },
): Promise<{ key: string; expiresAt: number }> {
  const secret = randomBytes(24).toString('base64url')
  const timestamp = Date.now()
  await sql.change(
    'insert into link_secret (secret_hash, account_id, created_at, token_hash) values ($1, $2, $3, $4)',
    [hashOf(secret), person.accountId, timestamp, Buffer.from(tokenHash, 'hex')],
  )
  return { key: seal(key, { username: person.username, secret, timestamp }), expiresAt: timestamp + LINK_MS }
}

/** Uses a link up and answers its account; undefined when it is too old, used, forged or of somebody else. */
export async function useLink(
  sql: Sql,
  key: Buffer,
  sealed: string,
  now: number,
): Promise<number | undefined> {
  const link = unseal(key, sealed)
  if (!link || now - link.timestamp >= LINK_MS || link.timestamp - now > AHEAD_MS) return undefined
  const row = await sql.first<{ account_id: number }>(
    `update link_secret l set used_at = $2 from account a, session s
     where l.secret_hash = $1 and l.used_at is null and a.id = l.account_id and a.username = $3 and a.removed_at is null
       and s.token_hash = l.token_hash and s.expires_at > $2
     returning l.account_id`,
    [hashOf(link.secret), now, link.username],
  )
  return row?.account_id
}
