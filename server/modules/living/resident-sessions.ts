// Sessions of the resident page: opaque tokens in a table of their own, so that none of them is ever one of the console.
import { randomBytes } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import { BYTES_32 } from '../../../src/domain/limits.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Caller } from '../../http/handlers.ts'
import type { ResidentGuard } from '../../person.ts'
import { hashOfToken } from '../session/public.ts'

/** A phone in a pocket stays logged in: whoever moves out loses their homes, not the session. */
const LIFE_MS = 90 * DAY_MS
const SEEN_EVERY_MS = HOUR_MS

const stored = (hash: string) => Buffer.from(hash, 'hex')

export function createResidentGuard(data: Data): ResidentGuard {
  return {
    find: async token => {
      if (!BYTES_32.test(token)) return undefined
      const tokenHash = hashOfToken(token)
      const now = Date.now()
      return data.scoped(WHOLE, async sql => {
        const row = await firstOf(
          sql,
          tables
            .selectFrom('resident_session')
            .select(['phone', 'seen_at as seenAt'])
            .where('token_hash', '=', stored(tokenHash))
            .where('expires_at', '>', now),
        )
        if (!row) return undefined
        if (row.seenAt < now - SEEN_EVERY_MS)
          await rowsOf(
            sql,
            tables
              .updateTable('resident_session')
              .set({ seen_at: now })
              .where('token_hash', '=', stored(tokenHash))
              .returning('phone'),
          )
        return { phone: row.phone, tokenHash }
      })
    },
  }
}

/** Opens a session in the caller's transaction and answers the token. It takes the place of the one that the browser had. */
export async function openResidentSession(
  sql: Sql,
  phone: string,
  { address, agent, token: before }: Caller,
): Promise<string> {
  if (before !== undefined) await endResidentSession(sql, hashOfToken(before))
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  await rowsOf(
    sql,
    tables
      .insertInto('resident_session')
      .values({
        ...{ token_hash: stored(hashOfToken(token)), phone, created_at: now, seen_at: now },
        ...{ expires_at: now + LIFE_MS, address, agent: agent?.slice(0, 200) ?? null },
      })
      .returning('phone'),
  )
  return token
}

export const endResidentSession = (sql: Sql, tokenHash: string) =>
  rowsOf(
    sql,
    tables.deleteFrom('resident_session').where('token_hash', '=', stored(tokenHash)).returning('phone'),
  )
