// Passkeys: what a key is asked to sign, once, and whether it did. Signatures are checked by the library.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import type {
  finishPasskey,
  PasskeyRequest,
  SignedByPasskey,
} from '../../../src/contract/endpoints/passkey.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Caller } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

type Made = z.output<typeof finishPasskey.request>['made']

const LIFE_MS = 5 * MINUTE_MS
/** EdDSA, ES256, RS256: what every key knows one of. */
const ALGORITHMS = [-8, -7, -257]
const PUBLIC_KEY = 'public-key'

export type PasskeyPurpose = 'add' | 'prove' | 'enter' | 'enrol' | 'confirm'

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

export async function makePasskeyChallenge(
  sql: Sql,
  purpose: PasskeyPurpose,
  accountId: number | null,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expires = Date.now() + LIFE_MS
  await rowsOf(
    sql,
    tables
      .insertInto('passkey_challenge')
      .values({ challenge_hash: hashOf(challenge), purpose, account_id: accountId, expires_at: expires }),
  )
  return challenge
}

const clientData = z.object({ challenge: z.string(), origin: z.string() })

/** What the browser says that it has signed; the signature itself is over it. */
function readClientData(encoded: string): z.output<typeof clientData> {
  try {
    return z.parse(clientData, JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
  } catch {
    throw new Refused('session.badPasskey')
  }
}

/** Uses the challenge up, whatever becomes of the answer. Refuses one that was never given for this. */
export async function takePasskeyChallenge(
  sql: Sql,
  encoded: string,
  purpose: PasskeyPurpose,
  accountId: number | null,
): Promise<{ challenge: string; origin: string }> {
  const said = readClientData(encoded)
  const taken = await sql.first(
    `delete from passkey_challenge where challenge_hash = $1 and purpose = $2 and account_id is not distinct from $3
       and expires_at > $4 returning purpose`,
    [hashOf(said.challenge), purpose, accountId, Date.now()],
  )
  if (!taken) throw new Refused('session.badPasskey')
  return said
}

/** Whom keys of this console belong to: its configured address, else the host that the browser asks. */
export const partyOf = (publicUrl: string | undefined, { host }: Pick<Caller, 'host'>): string =>
  publicUrl === undefined ? host : new URL(publicUrl).hostname

/** The page that signed must be the console's own. */
function originFor(publicUrl: string | undefined, party: string, said: string): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  const url = URL.canParse(said) ? new URL(said) : undefined
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && party === 'localhost')
  if (!url || !safe || url.hostname !== party) throw new Refused('session.badPasskey')
  return url.origin
}

export const creationOf = (
  challenge: string,
  person: { accountId: number; username: string; name: string },
  { party, siteName, key, known }: { party: string; siteName: string; key: Buffer; known: readonly string[] },
) => ({
  challenge,
  rp: { id: party, name: siteName },
  user: {
    // The same for all keys of a person, and nothing that names them.
    id: createHmac('sha256', key).update(String(person.accountId)).digest('base64url'),
    name: person.username,
    displayName: person.name,
  },
  pubKeyCredParams: ALGORITHMS.map(alg => ({ alg, type: PUBLIC_KEY }) as const),
  timeout: LIFE_MS,
  excludeCredentials: known.map(id => ({ id, type: PUBLIC_KEY }) as const),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  } as const,
  attestation: 'none' as const,
})

export const requestOf = (challenge: string, party: string, known: readonly string[]): PasskeyRequest => ({
  challenge,
  rpId: party,
  timeout: LIFE_MS,
  allowCredentials: known.map(id => ({ id, type: PUBLIC_KEY }) as const),
  userVerification: 'required',
})

/** The key with what its browser says; refuses one that belongs to anybody already. */
export async function addPasskey(
  sql: Sql,
  { accountId, tenantId }: { accountId: number; tenantId: number },
  key: Awaited<ReturnType<typeof readNewPasskey>>,
  name: string,
): Promise<void> {
  if (await findPasskey(sql, key.id)) throw new Refused('session.badPasskey')
  await sql.change(
    `insert into passkey (account_id, tenant_id, credential_id, public_key, counter, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [accountId, tenantId, key.id, Buffer.from(key.publicKey), key.counter, name, Date.now()],
  )
}

interface Signing {
  challenge: string
  origin: string
  party: string
  publicUrl: string | undefined
}

/** The new key; refuses what is not signed as it was asked. */
export async function readNewPasskey(made: Made, { challenge, origin, party, publicUrl }: Signing) {
  const checked = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: challenge,
    expectedOrigin: originFor(publicUrl, party, origin),
    expectedRPID: party,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!checked?.verified) throw new Refused('session.badPasskey')
  return checked.registrationInfo.credential
}

export interface Passkey {
  id: number
  accountId: number
  tenantId: number
  credentialId: string
  publicKey: Buffer
  counter: number
}

export const findPasskey = (sql: Sql, credentialId: string): Promise<Passkey | undefined> =>
  firstOf(
    sql,
    tables
      .selectFrom('passkey')
      .innerJoin('account', 'account.id', 'passkey.account_id')
      .select([
        'passkey.id',
        'passkey.account_id as accountId',
        'passkey.tenant_id as tenantId',
        'passkey.credential_id as credentialId',
        'passkey.public_key as publicKey',
        'passkey.counter',
      ])
      .where('passkey.credential_id', '=', credentialId)
      .where('account.removed_at', 'is', null),
  )

/** The count of the key's signatures now; refuses what this key has not signed as it was asked. */
export async function checkSigned(
  passkey: Passkey,
  signed: SignedByPasskey,
  { challenge, origin, party, publicUrl }: Signing,
): Promise<number> {
  const checked = await verifyAuthenticationResponse({
    response: signed,
    expectedChallenge: challenge,
    expectedOrigin: originFor(publicUrl, party, origin),
    expectedRPID: party,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => undefined)
  if (!checked?.verified) throw new Refused('session.badPasskey')
  return checked.authenticationInfo.newCounter
}

export async function notePasskeyUse(sql: Sql, id: number, counter: number): Promise<void> {
  await sql.change('update passkey set counter = $2, used_at = $3 where id = $1', [id, counter, Date.now()])
}

export const passkeysOf = (sql: Sql, accountId: number) =>
  rowsOf(
    sql,
    tables
      .selectFrom('passkey')
      .select(['id', 'name', 'credential_id as credentialId', 'created_at as createdAt', 'used_at as usedAt'])
      .where('account_id', '=', accountId)
      .orderBy('id'),
  )

export async function dropPasskeys(sql: Sql, accountId: number): Promise<boolean> {
  return (await sql.change('delete from passkey where account_id = $1', [accountId])) > 0
}
