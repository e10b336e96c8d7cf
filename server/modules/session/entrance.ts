// The way into a session: after the first factor, whatever it was, comes the second where one stands, and then the session.
import type * as z from 'zod/mini'
import type { login } from '../../../src/contract/endpoints/session.ts'
import { isAdministrator, needsFactor } from '../../../src/domain/access/sign-in-rules.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Caller } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'
import { type ChallengePurpose, makeChallenge } from './challenges.ts'
import { factorsOf } from './factors.ts'
import type { Handles } from './handles.ts'
import { readPerson } from './person.ts'
import { providerAlone } from './provider-alone.ts'
import { readSignInRules } from './read-rules.ts'
import { hashOfToken, type Sessions } from './sessions.ts'

type SessionUser = z.output<typeof login.response>

/** How somebody comes whom the tenant's identity provider has let in. */
export const BY_PROVIDER = 'provider'

/** What the first factor is worth: a session, or a challenge for what is owed. */
export type Admitted =
  | { user: SessionUser }
  | { owes: 'session.secondFactor'; challenge: string; app: boolean; passkey: boolean }
  | { owes: 'session.enrolFactor'; challenge: string }

export interface Entrance {
  /** For whoever has proved the first factor. */
  admit(sql: Sql, accountId: number, caller: Caller, way: string): Promise<Admitted>
  /** For whoever has proved all there is to prove: opens the session. `proof` says by what else. */
  enter(sql: Sql, accountId: number, caller: Caller, way: string, proof?: string): Promise<SessionUser>
}

/** The answer of a login. Waits for the commit: the challenge must be there when its word is given out. */
export async function answerOf(admitted: Promise<Admitted>): Promise<SessionUser> {
  const result = await admitted
  if ('user' in result) return result.user
  const { challenge } = result
  if (result.owes === 'session.enrolFactor') throw new Refused(result.owes, { params: { challenge } })
  throw new Refused(result.owes, {
    params: { challenge, app: Number(result.app), passkey: Number(result.passkey) },
  })
}

export function createEntrance({ sessions, handles }: { sessions: Sessions; handles: Handles }): Entrance {
  /** A disabled one is told so only now, when the person is proved. */
  const personOf = async (sql: Sql, accountId: number): Promise<Person> => {
    const person = await readPerson(sql, accountId, await sessions.resources(sql))
    if (person) return person
    const tenant = await firstOf(
      sql,
      tables
        .selectFrom('account')
        .innerJoin('tenant', 'tenant.id', 'account.tenant_id')
        .select(['tenant.status', 'tenant.removed_at'])
        .where('account.id', '=', accountId),
    )
    const isClosed = tenant && (tenant.status !== 'enabled' || tenant.removed_at !== null)
    throw new Refused(isClosed ? 'tenant.disabled' : 'session.disabled')
  }
  /** Where the provider is the one way in, administrators keep theirs: else its failure would lock the tenant out. */
  const comingBy = async (sql: Sql, accountId: number, way: string): Promise<Person> => {
    const person = await personOf(sql, accountId)
    if (way === BY_PROVIDER || person.visitor || person.highest || isAdministrator(person.permissions))
      return person
    const alone = await providerAlone(sql, person.tenantId)
    if (alone) throw new Refused('session.providerOnly', { params: { name: alone.name } })
    return person
  }
  const open = async (
    sql: Sql,
    person: Person,
    caller: Caller,
    way: string,
    proof?: string,
  ): Promise<SessionUser> => {
    const { accountId } = person
    // A token that somebody else may have seen is worth nothing once its browser has proved itself anew.
    if (caller.token !== undefined) await sessions.replace(sql, caller.token)
    const token = await sessions.open(sql, accountId, caller)
    caller.header('authorization', token)
    await sql.change('update account set last_login_at = $2 where id = $1', [accountId, Date.now()])
    sql.audit({
      tenantId: person.tenantId,
      userId: accountId,
      userName: person.username,
      address: caller.address,
      action: `session.${way}`,
      entity: null,
      rowId: null,
      detail: proof === undefined ? null : { secondFactor: proof },
    })
    return {
      id: accountId,
      username: person.username,
      name: person.name,
      nickname: person.nickname,
      phone: person.phone,
      gender: person.gender === 'male' || person.gender === 'female' ? person.gender : null,
      tenantId: person.tenantId,
      tenantName: person.tenantName,
      tenantZone: person.tenantZone,
      scenario: person.scenario,
      departmentId: person.departmentId,
      departmentName: person.departmentName,
      roleNames: [...person.roleNames],
      visitor: person.visitor,
      highest: person.highest,
      ...(!person.visitor && {
        keys: {
          seal: handles.sealOf(person),
          revoke: handles.make('revoke', hashOfToken(token)),
          tell: handles.make('tell', String(accountId)),
        },
      }),
    }
  }
  return {
    admit: async (sql, accountId, caller, way) => {
      const person = await comingBy(sql, accountId, way)
      const { tenantId } = person
      const challenge = (purpose: ChallengePurpose) =>
        makeChallenge(sql, { accountId, tenantId, purpose, way })
      const { app, passkey } = await factorsOf(sql, accountId)
      if (!person.visitor && (app || passkey))
        return { owes: 'session.secondFactor', challenge: await challenge('prove'), app, passkey }
      const { secondFactor } = await readSignInRules(sql, tenantId)
      if (needsFactor(secondFactor, person))
        return { owes: 'session.enrolFactor', challenge: await challenge('enrol') }
      return { user: await open(sql, person, caller, way) }
    },
    enter: async (sql, accountId, caller, way, proof) =>
      open(sql, await comingBy(sql, accountId, way), caller, way, proof),
  }
}
