// What somebody gets who has proved the first factor only: a word that is good for one answer, once, for a few minutes, from
// any address. It is no session and nothing but the second step takes it; one made inside a session proves a passkey there.
import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'

/** Long enough to look for the phone and to type a recovery code. */
const PROVE_MS = 5 * MINUTE_MS
/** Long enough to install an app. */
const ENROL_MS = 15 * MINUTE_MS
const TRIES = 5

/** `confirm`: a passkey has signed inside a session; the word stands for that where a code of the second factor is asked for. */
export type ChallengePurpose = 'prove' | 'enrol' | 'confirm'

export interface Challenged {
  accountId: number
  tenantId: number
  username: string
  name: string
  /** How the person came. */
  way: string
}

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

export async function makeChallenge(
  sql: Sql,
  {
    accountId,
    tenantId,
    purpose,
    way,
  }: Omit<Challenged, 'username' | 'name'> & { purpose: ChallengePurpose },
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const now = Date.now()
  await rowsOf(
    sql,
    tables.insertInto('sign_in_challenge').values({
      challenge_hash: hashOf(challenge),
      account_id: accountId,
      tenant_id: tenantId,
      purpose,
      way,
      created_at: now,
      expires_at: now + (purpose === 'enrol' ? ENROL_MS : PROVE_MS),
    }),
  )
  return challenge
}

const open = (challenge: string, purpose: ChallengePurpose) =>
  tables
    .selectFrom('sign_in_challenge')
    .innerJoin('account', 'account.id', 'sign_in_challenge.account_id')
    .select([
      'sign_in_challenge.account_id as accountId',
      'sign_in_challenge.tenant_id as tenantId',
      'account.username',
      'account.name',
      'sign_in_challenge.way',
    ])
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', Date.now())
    .where('account.removed_at', 'is', null)

/** Whose it is; undefined for one that is used, too old, or meant for another question. */
export const readChallenge = (
  sql: Sql,
  challenge: string,
  purpose: ChallengePurpose,
): Promise<Challenged | undefined> => firstOf(sql, open(challenge, purpose).where('tries', '<', TRIES))

/** Counts a try before it is checked: of many at once no more than the allowed ones get that far. */
export async function tryChallenge(
  sql: Sql,
  challenge: string,
  purpose: ChallengePurpose,
): Promise<Challenged | undefined> {
  const counted = await rowsOf(
    sql,
    tables
      .updateTable('sign_in_challenge')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('challenge_hash', '=', hashOf(challenge))
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', Date.now())
      .where('tries', '<', TRIES)
      .returning('account_id'),
  )
  return counted.length > 0 ? firstOf(sql, open(challenge, purpose)) : undefined
}

/** Uses it up; false where somebody else has at this moment. */
export async function spendChallenge(sql: Sql, challenge: string): Promise<boolean> {
  const used = await rowsOf(
    sql,
    tables
      .updateTable('sign_in_challenge')
      .set({ used_at: Date.now() })
      .where('challenge_hash', '=', hashOf(challenge))
      .where('used_at', 'is', null)
      .returning('account_id'),
  )
  return used.length > 0
}

/** Whoever was on the way in has to begin again: what they had proved was changed. */
export async function dropChallenges(sql: Sql, accountId: number): Promise<void> {
  await sql.change('delete from sign_in_challenge where account_id = $1', [accountId])
}
