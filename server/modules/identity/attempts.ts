// Logins that are under way at a provider: each is good once, for ten minutes, and for the browser that has its handle.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

const LIFE_MS = 10 * MINUTE_MS

const hashOf = (word: string) => createHash('sha256').update(word).digest()

export interface Attempt {
  tenantId: number
  issuer: string
  clientId: string
  returnTo: string
}

/**
 * The handle stays with the browser and never goes to the provider; the state goes there and comes back. What proves that
 * code and ID token are of this attempt follows from the handle by a key of the installation, and is stored nowhere.
 */
export function wordsOf(key: Buffer, handle: string): { verifier: string; nonce: string } {
  const word = (purpose: string) =>
    createHmac('sha256', key).update(`${purpose} ${handle}`).digest('base64url')
  return { verifier: word('verifier'), nonce: word('nonce') }
}

export async function beginAttempt(sql: Sql, attempt: Attempt): Promise<{ handle: string; state: string }> {
  const [handle, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  await rowsOf(
    sql,
    tables.insertInto('provider_attempt').values({
      state_hash: hashOf(state),
      handle_hash: hashOf(handle),
      tenant_id: attempt.tenantId,
      issuer: attempt.issuer,
      client_id: attempt.clientId,
      return_to: attempt.returnTo,
      expires_at: Date.now() + LIFE_MS,
    }),
  )
  return { handle, state }
}

/** Uses it up; undefined for one that is used, too old, or of another browser. */
export async function takeAttempt(
  sql: Sql,
  { handle, state }: { handle: string; state: string },
): Promise<Attempt | undefined> {
  const [taken] = await rowsOf(
    sql,
    tables
      .deleteFrom('provider_attempt')
      .where('state_hash', '=', hashOf(state))
      .where('handle_hash', '=', hashOf(handle))
      .where('expires_at', '>', Date.now())
      .returning(['tenant_id as tenantId', 'issuer', 'client_id as clientId', 'return_to as returnTo']),
  )
  return taken
}
