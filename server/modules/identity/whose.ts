// Whom a provider's person is here: the account that was linked, one of the same login name where that is allowed, or a new one.

import * as z from 'zod/mini'
import { loginNameOf, rolesByGroups } from '../../../src/domain/access/identity-provider.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRows } from '../../entity/reading.ts'
import { saveRow } from '../../entity/saving.ts'
import type { Store } from '../../entity/statement.ts'
import type { Caller, Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Claims } from './claims.ts'
import { newPerson } from './new-person.ts'
import type { StoredProvider } from './read-provider.ts'
import { stewardOf } from './steward.ts'

interface Asking {
  sql: Sql
  caller: Caller
  users: Store
}

/** The account to let in. Runs in the transaction of the login: of what it makes or links nothing stays without the session. */
export async function accountFor(
  { sql, caller, users }: Asking,
  provider: StoredProvider,
  claims: Claims,
): Promise<number> {
  const steward = await stewardOf(sql, caller, {
    tenantId: provider.tenantId,
    name: `provider ${provider.name}`,
  })
  // Of two first logins of one person at once, the second finds what the first has made.
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`provider of ${provider.tenantId}`])
  const linked = await findLinked(sql, provider, claims.subject)
  const accountId = linked ?? (await linkOrMake({ sql, users, steward }, provider, claims))
  await refuseHighest(sql, accountId)
  await followGroups(users, steward, accountId, provider, claims)
  return accountId
}

async function findLinked(
  sql: Sql,
  { tenantId, issuer }: StoredProvider,
  subject: string,
): Promise<number | undefined> {
  const [row] = await rowsOf(
    sql,
    tables
      .updateTable('provider_identity')
      .set({ last_at: Date.now() })
      .where('tenant_id', '=', tenantId)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('account_id'),
  )
  return row?.account_id
}

async function linkOrMake(
  { sql, users, steward }: { sql: Sql; users: Store; steward: Context },
  provider: StoredProvider,
  claims: Claims,
): Promise<number> {
  const { tenantId, issuer, mailDomain, signInName } = provider
  const { loginName, subject } = claims
  // An address that nobody has proved is anybody's.
  if (provider.nameClaim === 'email' && claims.emailVerified !== true)
    throw new Refused('provider.unverified')
  const username = loginName === undefined ? undefined : loginNameOf(loginName, mailDomain)
  if (username === undefined) throw new Refused('provider.badName')
  const here = await firstOf(
    sql,
    tables
      .selectFrom('account')
      .select(['id', 'highest', 'visitor'])
      .where(({ fn }) => fn<string>('lower', ['username']), '=', username.toLowerCase())
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null),
  )
  if (here && (!provider.linksExisting || here.highest || here.visitor))
    throw new Refused('provider.notLinked')
  if (!here && provider.unknownPeople === 'refuse') throw new Refused('provider.unknownPerson')
  const accountId =
    here?.id ??
    (await newPerson(users, steward, provider, {
      ...{ username, otherwise: `${username}.${signInName}`, name: claims.name },
      email: claims.emailVerified === true ? claims.email : undefined,
    }))
  const now = Date.now()
  const [linked] = await rowsOf(
    sql,
    tables
      .insertInto('provider_identity')
      .values({
        ...{ tenant_id: tenantId, issuer, subject, account_id: accountId, linked_at: now, last_at: now },
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('account_id'),
  )
  // Somebody else of the provider had this login name before: theirs stays theirs.
  if (!linked) throw new Refused('provider.notLinked')
  sql.audit({
    ...{ tenantId, userId: accountId, userName: username, address: steward.address },
    ...{ action: 'session.linkProvider', entity: 'user', rowId: accountId },
    detail: { issuer, subject, made: here === undefined },
  })
  return accountId
}

/** Whoever may do everything proves it here: no provider of one tenant opens that. */
async function refuseHighest(sql: Sql, accountId: number): Promise<void> {
  const row = await firstOf(
    sql,
    tables.selectFrom('account').select(['highest', 'visitor']).where('id', '=', accountId),
  )
  if (!row || row.highest || row.visitor) throw new Refused('provider.notLinked')
}

const roles = z.looseObject({ roleIds: z.array(z.int()) })

async function followGroups(
  users: Store,
  steward: Context,
  accountId: number,
  { groupRoles }: StoredProvider,
  { groups }: Claims,
): Promise<void> {
  if (groups === undefined || groupRoles.length === 0) return
  const found = (await readRows(users, [accountId], steward, { lock: true })).get(accountId)
  if (!found) return
  const row = found.row
  const had = z.parse(roles, row).roleIds
  const roleIds = rolesByGroups(had, groups, groupRoles)
  if (roleIds.join() === had.toSorted((a, b) => a - b).join()) return
  await steward.sql
    .attempt(() => saveRow(users, { id: accountId, version: row.version, roleIds }, steward))
    .catch((error: unknown) => {
      // The last who can let others in stays one, whatever groups say.
      if (!(error instanceof Refused && error.id === 'forbidden.lastAdministrator')) throw error
    })
}
