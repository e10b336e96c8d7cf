// Tickets for the message broker: short-lived, for one connection attempt, bound to a session.
import { createHash, randomBytes } from 'node:crypto'
import { BYTES_24 } from '../../../src/domain/limits.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import type { Kernel } from '../../kernel.ts'
import type { Live } from '../../person.ts'
import type { Sessions } from './sessions.ts'

export const TICKET_SECONDS = 120

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** Makes a ticket for a session in the caller's transaction. */
export async function makeTicket(
  sql: Sql,
  accountId: number,
  tokenHash: string,
): Promise<{ ticket: string; expiresAt: number }> {
  const ticket = randomBytes(24).toString('base64url')
  const expiresAt = Date.now() + TICKET_SECONDS * 1000
  await sql.change('delete from broker_ticket where expires_at < $1', [Date.now()])
  await sql.change(
    'insert into broker_ticket (ticket_hash, token_hash, account_id, expires_at) values ($1, $2, $3, $4)',
    [hashOf(ticket), Buffer.from(tokenHash, 'hex'), accountId, expiresAt],
  )
  return { ticket, expiresAt }
}

/** Uses a ticket up. Answers the session behind it, or undefined when it is not this person's, used or too old. */
export async function verifyTicket(
  parts: Pick<Kernel, 'data'> & { sessions: Sessions },
  ticket: string,
  userId: number,
): Promise<Live | undefined> {
  if (!BYTES_24.test(ticket) || !Number.isSafeInteger(userId)) return undefined
  const row = await parts.data.scoped(WHOLE, sql =>
    sql.first<{ hash: string }>(
      `delete from broker_ticket where ticket_hash = $1 and account_id = $2 and expires_at > $3
       returning encode(token_hash, 'hex') as hash`,
      [hashOf(ticket), userId, Date.now()],
    ),
  )
  return row && parts.sessions.findByHash(row.hash)
}
