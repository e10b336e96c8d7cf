// The second step of a login, and what people do with their own second factor.

import * as endpoints from '../../../src/contract/endpoints/second-factor.ts'
import { readFactorCode } from '../../../src/domain/access/second-factor.ts'
import { needsFactor } from '../../../src/domain/access/sign-in-rules.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { by } from '../../entity/rules.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { appSince, beginApp, confirmApp, dropApp, readAppCode } from './authenticator.ts'
import { readChallenge, spendChallenge, tryChallenge } from './challenges.ts'
import type { Entrance } from './entrance.ts'
import { dropFactors, type Factors, factorsOf, hasFactor, holdFactors, type Whose } from './factors.ts'
import { beginFirstFactor } from './first-factor.ts'
import { readSignInRules } from './read-rules.ts'
import { firstCodes, makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'
import type { SessionServices } from './session-services.ts'
import type { Sessions } from './sessions.ts'
import { appAddress, base32 } from './totp.ts'

export interface FactorParts extends Pick<Kernel, 'data'> {
  sessions: Sessions
  factors: Factors
  entrance: Entrance
  /** What apps call this installation. */
  siteName: string
}

export function mountFactors(
  handlers: Handlers,
  { data, sessions, factors, entrance, siteName }: FactorParts,
  { checkOwnPassword, checkOwnFactor }: SessionServices,
): void {
  /** A new secret, for an app that is not confirmed yet. */
  const begin = async (sql: Sql, whose: Whose) => {
    const secret = await beginApp(sql, factors.key, whose)
    if (!secret) throw new Refused('factor.stands')
    return { secret: base32(secret), address: appAddress(secret, siteName, whose.username) }
  }

  /** The step of the first code of a new app. */
  const firstStep = (whose: Whose, address: string, typed: string) =>
    factors.attempt(whose, address, async () => {
      const { accountId } = whose
      const code = readFactorCode(typed)?.code ?? ''
      const found = await data.scoped(WHOLE, sql =>
        readAppCode(sql, factors.key, { accountId, code, confirmed: false }),
      )
      return found ?? factors.refuse(whose, address, 'session.factorRefused')
    })

  handlers.handleOpen(endpoints.proveFactor, async ({ challenge, code }, caller) => {
    const whose = await data.scoped(WHOLE, sql => readChallenge(sql, challenge, 'prove'))
    if (!whose) throw new Refused('session.challengeOver')
    return factors.attempt(whose, caller.address, async () => {
      if (!(await data.scoped(WHOLE, sql => tryChallenge(sql, challenge, 'prove'))))
        throw new Refused('session.challengeOver')
      const proof = await factors.proofOf(whose.accountId, code)
      const user =
        proof &&
        (await data.scoped(WHOLE, async sql => {
          if (!(await proof.take(sql))) return undefined
          if (!(await spendChallenge(sql, challenge))) throw new Refused('session.challengeOver')
          return entrance.enter(sql, whose.accountId, caller, whose.way, proof.kind)
        }))
      return user ?? factors.refuse(whose, caller.address, 'session.factorRefused')
    })
  })

  handlers.handleOpen(endpoints.beginEnrolment, ({ challenge }) =>
    data.scoped(WHOLE, async sql => {
      const whose = await readChallenge(sql, challenge, 'enrol')
      if (!whose) throw new Refused('session.challengeOver')
      return { ...(await begin(sql, whose)), username: whose.username }
    }),
  )

  handlers.handleOpen(endpoints.finishEnrolment, async ({ challenge, code }, caller) => {
    const whose = await data.scoped(WHOLE, sql => readChallenge(sql, challenge, 'enrol'))
    if (!whose) throw new Refused('session.challengeOver')
    const step = await firstStep(whose, caller.address, code)
    const { codes, store } = await makeRecoveryCodes()
    return data.scoped(WHOLE, async sql => {
      await beginFirstFactor(sql, sessions, whose, challenge)
      if (!(await confirmApp(sql, whose.accountId, step))) throw new Refused('session.challengeOver')
      await store(sql, whose)
      const { accountId, tenantId, username } = whose
      const { address } = caller
      sql.audit({
        ...nothingElse,
        tenantId,
        userId: accountId,
        userName: username,
        address,
        action: ENROLLED,
      })
      return { user: await entrance.enter(sql, accountId, caller, whose.way, 'app'), codes }
    })
  })

  handlers.handle(endpoints.ownFactor, async (_, { sql, person }) => ({
    appSince: (await appSince(sql, person.accountId)) ?? null,
    passkey: (await factorsOf(sql, person.accountId)).passkey,
    recoveryCodesLeft: await recoveryCodesLeft(sql, person.accountId),
    needed: needsFactor((await readSignInRules(sql, person.tenantId)).secondFactor, person),
  }))

  handlers.handle(endpoints.beginApp, (_, { sql, person }) => begin(sql, person))

  handlers.handleApart(endpoints.confirmApp, async ({ password, code, factor }, context) => {
    const { person, address, tokenHash, scoped } = context
    const { accountId } = person
    await checkOwnPassword(accountId, password, address, 'password')
    const step = await firstStep(person, address, code)
    await checkOwnFactor(person, factor, address, 'factor')
    const recovery = await firstCodes(scoped, accountId)
    await scoped(async sql => {
      await holdFactors(sql, accountId)
      if (!(await confirmApp(sql, accountId, step))) throw new Refused('factor.stands')
      await recovery?.store(sql, person)
      await sessions.end(sql, accountId, { but: tokenHash })
      sql.audit({ ...nothingElse, ...by(context, person.tenantId), action: ENROLLED })
    })
    return { codes: recovery?.codes ?? [] }
  })

  handlers.handleApart(endpoints.renewRecoveryCodes, async ({ password, code }, context) => {
    const { person, address, scoped } = context
    if (!(await scoped(sql => hasFactor(sql, person.accountId)))) throw new Refused('factor.none')
    await checkStanding(context, password, code)
    const { codes, store } = await makeRecoveryCodes()
    await scoped(async sql => {
      await store(sql, person)
      sql.audit({ ...nothingElse, ...by({ person, address }, person.tenantId), action: 'session.newCodes' })
    })
    return { codes }
  })

  handlers.handleApart(endpoints.removeApp, async ({ password, code }, context) => {
    const { person, tokenHash, scoped } = context
    const { secondFactor } = await scoped(sql => readSignInRules(sql, person.tenantId))
    const { app, passkey } = await scoped(sql => factorsOf(sql, person.accountId))
    if (!app) throw new Refused('factor.none')
    if (needsFactor(secondFactor, person) && !passkey) throw new Refused('factor.needed')
    await checkStanding(context, password, code)
    await scoped(async sql => {
      // Recovery codes stand in for whatever second factor is left.
      if (passkey) await dropApp(sql, person.accountId)
      else await dropFactors(sql, person.accountId)
      await sessions.end(sql, person.accountId, { but: tokenHash })
      sql.audit({ ...nothingElse, ...by(context, person.tenantId), action: 'session.removeFactor' })
    })
    return null
  })

  /** The password first: whoever does not know it uses up no code. */
  const checkStanding = async (
    { person, address }: Pick<Context, 'person' | 'address'>,
    password: string,
    code: string,
  ) => {
    await checkOwnPassword(person.accountId, password, address, 'password')
    await checkOwnFactor(person, code, address, 'code')
  }
}

const ENROLLED = 'session.enrolFactor'
const nothingElse = { entity: null, rowId: null, detail: null }
