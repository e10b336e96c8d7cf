// Proving the second factor: a code of the app or a recovery code, each taken once, and guessing slowed down.
import { readFactorCode } from '../../../src/domain/access/second-factor.ts'
import { BYTES_32 } from '../../../src/domain/limits.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { beforehand } from '../../db/transaction.ts'
import { Refused } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets.ts'
import { AUTHENTICATOR_SECRETS, appSince, dropApp, readAppCode, takeAppCode } from './authenticator.ts'
import { dropChallenges, readChallenge, spendChallenge } from './challenges.ts'
import { dropPasskeys, passkeysOf } from './passkeys.ts'
import { dropRecoveryCodes, findRecoveryCode, fitsRecoveryCode, takeRecoveryCode } from './recovery-codes.ts'
import { beginAttempt } from './throttle.ts'

/** Wrong codes on one account from all addresses, in a quarter of an hour. Whoever gets that far knows the password. */
const MOST_FAILURES = 30

export interface Whose {
  accountId: number
  tenantId: number
  username: string
}

/** A code that is right; it is used up in the transaction of what it opens. */
export interface Proof {
  kind: 'app' | 'recovery'
  /** False where it was taken before, also by somebody at this moment. */
  take(sql: Sql): Promise<boolean>
}

export interface Factors {
  /** Key that secrets of apps are sealed with. */
  key: Buffer
  /** Does `work` as one try of the account from the address; what it throws counts as a failure. */
  attempt<Result>(whose: Whose, address: string, work: () => Promise<Result>): Promise<Result>
  /** What a code is good for; undefined for a wrong one. Opens transactions itself. */
  proofOf(accountId: number, typed: string): Promise<Proof | undefined>
  /** Refuses, and writes it down: a wrong second factor means that the first one is known to somebody. */
  refuse(whose: Whose, address: string, action: string, field?: string): Promise<never>
  /**
   * Where a second factor stands: refuses unless this proves it, a code that was never used or the word that a passkey was given
   * for its signature, and uses it up.
   */
  checkOwn(whose: Whose, proof: string | undefined, address: string, field: string): Promise<void>
}

export function createFactors({ data, secrets }: { data: Data; secrets: Secrets }): Factors {
  const key = secrets.keyFor(AUTHENTICATOR_SECRETS)
  const attempt: Factors['attempt'] = async ({ accountId }, address, work) => {
    const counted = await beginAttempt(data, `factor #${accountId}`, address, { most: MOST_FAILURES })
    const result = await work()
    await counted.succeeded()
    return result
  }
  const proofOf: Factors['proofOf'] = async (accountId, typed) => {
    const read = readFactorCode(typed)
    if (!read) return undefined
    const { kind, code } = read
    if (kind === 'app') {
      const step = await data.scoped(WHOLE, sql =>
        readAppCode(sql, key, { accountId, code, confirmed: true }),
      )
      return step === undefined ? undefined : { kind, take: sql => takeAppCode(sql, accountId, step) }
    }
    const hash = await data.scoped(WHOLE, sql => findRecoveryCode(sql, accountId, code))
    if (!(await fitsRecoveryCode(code, hash))) return undefined
    return { kind, take: sql => takeRecoveryCode(sql, accountId, code) }
  }
  const refuse: Factors['refuse'] = async (whose, address, action, field = 'code') => {
    const { accountId, tenantId, username } = whose
    await data.scoped(WHOLE, async sql =>
      sql.audit({
        tenantId,
        userId: accountId,
        userName: username,
        address,
        action,
        entity: null,
        rowId: null,
        detail: { refusal: 'session.badFactor' },
      }),
    )
    throw new Refused('session.badFactor', { field })
  }
  /** Uses up what proves the factor of this account; false where it does not. */
  const takeProof = async ({ accountId }: Whose, typed: string): Promise<boolean> => {
    if (BYTES_32.test(typed))
      return data.scoped(WHOLE, async sql => {
        const confirmed = await readChallenge(sql, typed, 'confirm')
        return confirmed?.accountId === accountId && spendChallenge(sql, typed)
      })
    const proof = await proofOf(accountId, typed)
    return proof !== undefined && data.scoped(WHOLE, proof.take)
  }
  return {
    key,
    attempt,
    proofOf,
    refuse,
    // In transactions of its own: a wrong code must count, and a right one be used up, although the request is rolled back.
    checkOwn: (whose, proof, address, field) =>
      beforehand(`second factor of ${whose.accountId}`, async () => {
        if (!(await data.scoped(WHOLE, sql => hasFactor(sql, whose.accountId)))) return
        if (proof === undefined || proof === '') throw new Refused('field.required', { field })
        await attempt(whose, address, async () => {
          if (!(await takeProof(whose, proof))) await refuse(whose, address, 'session.factorRefused', field)
        })
      }),
  }
}

/** Which second factors of a person stand. */
export async function factorsOf(sql: Sql, accountId: number): Promise<{ app: boolean; passkey: boolean }> {
  const app = (await appSince(sql, accountId)) !== undefined
  return { app, passkey: (await passkeysOf(sql, accountId)).length > 0 }
}

export async function hasFactor(sql: Sql, accountId: number): Promise<boolean> {
  const { app, passkey } = await factorsOf(sql, accountId)
  return app || passkey
}

/** Who sets a second factor up at the same moment elsewhere waits: whether it is the first one is asked under this. */
export async function holdFactors(sql: Sql, accountId: number): Promise<void> {
  await sql.query('select from account where id = $1 for update', [accountId])
}

/** Takes everything of a person's second factor away; whoever is halfway in begins again. False where none stood. */
export async function dropFactors(sql: Sql, accountId: number): Promise<boolean> {
  const hadApp = await dropApp(sql, accountId)
  const hadPasskeys = await dropPasskeys(sql, accountId)
  await dropRecoveryCodes(sql, accountId)
  await dropChallenges(sql, accountId)
  return hadApp || hadPasskeys
}
