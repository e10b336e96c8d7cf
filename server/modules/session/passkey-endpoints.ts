// Passkeys of people: adding, naming, removing them, both ways in by one, and proving oneself anew inside a session.
import * as endpoints from '../../../src/contract/endpoints/passkey.ts'
import { needsFactor } from '../../../src/domain/access/sign-in-rules.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { by } from '../../entity/rules.ts'
import type { Caller, Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { makeChallenge, readChallenge, spendChallenge } from './challenges.ts'
import type { FactorParts } from './factor-endpoints.ts'
import { hasFactor, holdFactors } from './factors.ts'
import {
  addPasskey,
  checkSigned,
  creationOf,
  findPasskey,
  makePasskeyChallenge,
  notePasskeyUse,
  type Passkey,
  partyOf,
  passkeysOf,
  readNewPasskey,
  requestOf,
  takePasskeyChallenge,
} from './passkeys.ts'
import { readSignInRules } from './read-rules.ts'
import { dropRecoveryCodes, firstCodes } from './recovery-codes.ts'
import type { SessionServices } from './session-services.ts'

/** Enough for every device of a person. */
const MOST_PASSKEYS = 20

export interface PasskeyParts extends FactorParts {
  publicUrl: string | undefined
  /** Makes what a key calls its person. */
  handleKey: Buffer
}

export function mountPasskeys(
  handlers: Handlers,
  { data, sessions, entrance, siteName, publicUrl, handleKey }: PasskeyParts,
  { checkOwnPassword, checkOwnFactor }: SessionServices,
): void {
  const audit = (sql: Sql, context: Pick<Context, 'person' | 'address'>, action: string) =>
    sql.audit({ ...by(context, context.person.tenantId), action, entity: null, rowId: null, detail: null })

  handlers.handle(endpoints.ownPasskeys, async (_, { sql, person }) =>
    (await passkeysOf(sql, person.accountId)).map(({ credentialId: _id, ...shown }) => shown),
  )

  handlers.handleApart(endpoints.beginPasskey, async ({ password, factor }, context) => {
    const { person, address, scoped } = context
    await checkOwnPassword(person.accountId, password, address, 'password')
    await checkOwnFactor(person, factor, address, 'factor')
    return scoped(async sql => {
      const known = await passkeysOf(sql, person.accountId)
      if (known.length >= MOST_PASSKEYS) throw new Refused('passkey.tooMany')
      const challenge = await makePasskeyChallenge(sql, 'add', person.accountId)
      return creationOf(challenge, person, {
        party: partyOf(publicUrl, context),
        siteName,
        key: handleKey,
        known: known.map(each => each.credentialId),
      })
    })
  })

  handlers.handleApart(endpoints.finishPasskey, async ({ name, made }, context) => {
    const { person, tokenHash, scoped } = context
    const { accountId } = person
    // In a transaction of its own: the challenge is used up whatever the key has signed.
    const said = await scoped(sql =>
      takePasskeyChallenge(sql, made.response.clientDataJSON, 'add', accountId),
    )
    const key = await readNewPasskey(made, { ...said, party: partyOf(publicUrl, context), publicUrl })
    const recovery = await firstCodes(scoped, accountId)
    await scoped(async sql => {
      await holdFactors(sql, accountId)
      await addPasskey(sql, person, key, name)
      await recovery?.store(sql, person)
      await sessions.end(sql, accountId, { but: tokenHash })
      audit(sql, context, 'session.addPasskey')
    })
    return { codes: recovery?.codes ?? [] }
  })

  handlers.handle(endpoints.renamePasskey, async ({ id, name }, { sql, person }) => {
    const renamed = await sql.change('update passkey set name = $3 where id = $1 and account_id = $2', [
      id,
      person.accountId,
      name,
    ])
    if (renamed === 0) throw new Refused('row.unknown')
    return null
  })

  handlers.handle(endpoints.removePasskey, async ({ id, password, factor }, context) => {
    const { sql, person, tokenHash, address } = context
    const { accountId } = person
    await checkOwnPassword(accountId, password, address, 'password')
    await checkOwnFactor(person, factor, address, 'factor')
    const removed = await sql.change('delete from passkey where id = $1 and account_id = $2', [id, accountId])
    if (removed === 0) throw new Refused('row.unknown')
    if (!(await hasFactor(sql, accountId))) {
      const { secondFactor } = await readSignInRules(sql, person.tenantId)
      if (needsFactor(secondFactor, person)) throw new Refused('factor.needed')
      await dropRecoveryCodes(sql, accountId)
    }
    await sessions.end(sql, accountId, { but: tokenHash })
    audit(sql, context, 'session.removePasskey')
    return null
  })

  handlers.handleOpen(endpoints.beginPasskeyProof, ({ challenge }, caller) =>
    data.scoped(WHOLE, async sql => {
      const whose = await readChallenge(sql, challenge, 'prove')
      if (!whose) throw new Refused('session.challengeOver')
      const known = await passkeysOf(sql, whose.accountId)
      const asked = await makePasskeyChallenge(sql, 'prove', whose.accountId)
      return requestOf(
        asked,
        partyOf(publicUrl, caller),
        known.map(each => each.credentialId),
      )
    }),
  )

  /** The key that has signed what it was asked, once. */
  const signedBy = async (
    signed: Parameters<typeof checkSigned>[1],
    caller: Pick<Caller, 'host'>,
    purpose: 'prove' | 'enter' | 'confirm',
    accountId: number | null,
  ): Promise<{ passkey: Passkey; counter: number }> => {
    const { said, passkey } = await data.scoped(WHOLE, async sql => ({
      said: await takePasskeyChallenge(sql, signed.response.clientDataJSON, purpose, accountId),
      passkey: await findPasskey(sql, signed.id),
    }))
    if (!passkey || (accountId !== null && passkey.accountId !== accountId))
      throw new Refused('session.badPasskey')
    const party = partyOf(publicUrl, caller)
    return { passkey, counter: await checkSigned(passkey, signed, { ...said, party, publicUrl }) }
  }

  handlers.handleOpen(endpoints.proveByPasskey, async ({ challenge, signed }, caller) => {
    const whose = await data.scoped(WHOLE, sql => readChallenge(sql, challenge, 'prove'))
    if (!whose) throw new Refused('session.challengeOver')
    const { passkey, counter } = await signedBy(signed, caller, 'prove', whose.accountId)
    return data.scoped(WHOLE, async sql => {
      if (!(await spendChallenge(sql, challenge))) throw new Refused('session.challengeOver')
      await notePasskeyUse(sql, passkey.id, counter)
      return entrance.enter(sql, whose.accountId, caller, whose.way, 'passkey')
    })
  })

  handlers.handle(endpoints.beginPasskeyConfirmation, async (_, context) => {
    const { sql, person } = context
    const known = await passkeysOf(sql, person.accountId)
    if (known.length === 0) throw new Refused('factor.none')
    const asked = await makePasskeyChallenge(sql, 'confirm', person.accountId)
    return requestOf(
      asked,
      partyOf(publicUrl, context),
      known.map(each => each.credentialId),
    )
  })

  handlers.handleApart(endpoints.confirmByPasskey, async ({ signed }, context) => {
    const { accountId, tenantId } = context.person
    const { passkey, counter } = await signedBy(signed, context, 'confirm', accountId)
    return context.scoped(async sql => {
      await notePasskeyUse(sql, passkey.id, counter)
      return { proof: await makeChallenge(sql, { accountId, tenantId, purpose: 'confirm', way: 'passkey' }) }
    })
  })

  handlers.handleOpen(endpoints.beginPasskeyEntry, (_, caller) =>
    data.scoped(WHOLE, async sql =>
      requestOf(await makePasskeyChallenge(sql, 'enter', null), partyOf(publicUrl, caller), []),
    ),
  )

  handlers.handleOpen(endpoints.enterByPasskey, async ({ signed }, caller) => {
    const { passkey, counter } = await signedBy(signed, caller, 'enter', null)
    return data.scoped(WHOLE, async sql => {
      await notePasskeyUse(sql, passkey.id, counter)
      // The key has made sure of its person: possession and a fingerprint or a PIN are two factors.
      return entrance.enter(sql, passkey.accountId, caller, 'passkey', 'passkey')
    })
  })
}
