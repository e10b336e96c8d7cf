// A passkey that is set up at a login, where the rules ask for a second factor and there is none.
import { beginPasskeyEnrolment, finishPasskeyEnrolment } from '../../../src/contract/endpoints/passkey.ts'
import { WHOLE } from '../../db/scoped.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { readChallenge } from './challenges.ts'
import { beginFirstFactor } from './first-factor.ts'
import type { PasskeyParts } from './passkey-endpoints.ts'
import {
  addPasskey,
  creationOf,
  makePasskeyChallenge,
  partyOf,
  readNewPasskey,
  takePasskeyChallenge,
} from './passkeys.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

export function mountPasskeyEnrolment(
  handlers: Handlers,
  { data, sessions, entrance, siteName, publicUrl, handleKey }: PasskeyParts,
): void {
  handlers.handleOpen(beginPasskeyEnrolment, ({ challenge }, caller) =>
    data.scoped(WHOLE, async sql => {
      const whose = await readChallenge(sql, challenge, 'enrol')
      if (!whose) throw new Refused('session.challengeOver')
      const asked = await makePasskeyChallenge(sql, 'enrol', whose.accountId)
      return creationOf(asked, whose, {
        party: partyOf(publicUrl, caller),
        siteName,
        key: handleKey,
        known: [],
      })
    }),
  )

  handlers.handleOpen(finishPasskeyEnrolment, async ({ challenge, name, made }, caller) => {
    const whose = await data.scoped(WHOLE, sql => readChallenge(sql, challenge, 'enrol'))
    if (!whose) throw new Refused('session.challengeOver')
    const { accountId, tenantId, username } = whose
    const said = await data.scoped(WHOLE, sql =>
      takePasskeyChallenge(sql, made.response.clientDataJSON, 'enrol', accountId),
    )
    const key = await readNewPasskey(made, { ...said, party: partyOf(publicUrl, caller), publicUrl })
    const { codes, store } = await makeRecoveryCodes()
    return data.scoped(WHOLE, async sql => {
      await beginFirstFactor(sql, sessions, whose, challenge)
      await addPasskey(sql, whose, key, name)
      await store(sql, whose)
      sql.audit({
        tenantId,
        userId: accountId,
        userName: username,
        address: caller.address,
        action: 'session.addPasskey',
        entity: null,
        rowId: null,
        detail: null,
      })
      return { user: await entrance.enter(sql, accountId, caller, whose.way, 'passkey'), codes }
    })
  })
}
