// The authenticator app of a person: its secret lies sealed, and each of its codes is taken once.
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { openBytes, sealBytes } from '../../sealed.ts'
import { makeSecret, stepOf } from './totp.ts'

/** What the key is derived for. */
export const AUTHENTICATOR_SECRETS = 'authenticator secrets'

/** One that is copied to another person does not open. */
const bound = (accountId: number) => `authenticator\n${accountId}`

export const sealSecret = (key: Buffer, secret: Buffer, accountId: number): Buffer =>
  sealBytes(key, secret, bound(accountId))

/** Undefined when it was changed, belongs to somebody else, or was sealed with another key. */
export const openSecret = (key: Buffer, sealed: Buffer, accountId: number): Buffer | undefined =>
  openBytes(key, sealed, bound(accountId))

/** When the app was confirmed; undefined where the person has none. */
export async function appSince(sql: Sql, accountId: number): Promise<number | undefined> {
  const row = await firstOf(
    sql,
    tables.selectFrom('authenticator').select('confirmed_at').where('account_id', '=', accountId),
  )
  return row?.confirmed_at ?? undefined
}

/** Lays a new secret down, in place of one that was never confirmed; undefined where an app stands. */
export async function beginApp(
  sql: Sql,
  key: Buffer,
  { accountId, tenantId }: { accountId: number; tenantId: number },
): Promise<Buffer | undefined> {
  const secret = makeSecret()
  const values = { secret: sealSecret(key, secret, accountId), created_at: Date.now(), last_step: 0 }
  const rows = await rowsOf(
    sql,
    tables
      .insertInto('authenticator')
      .values({ account_id: accountId, tenant_id: tenantId, ...values })
      .onConflict(conflict =>
        conflict.column('account_id').doUpdateSet(values).where('authenticator.confirmed_at', 'is', null),
      )
      .returning('account_id'),
  )
  return rows.length > 0 ? secret : undefined
}

/** The step whose code this is, of a secret that stands (`confirmed`) or that waits for its first code. */
export async function readAppCode(
  sql: Sql,
  key: Buffer,
  { accountId, code, confirmed }: { accountId: number; code: string; confirmed: boolean },
): Promise<number | undefined> {
  const row = await firstOf(
    sql,
    tables.selectFrom('authenticator').select(['secret', 'confirmed_at']).where('account_id', '=', accountId),
  )
  if (!row || (row.confirmed_at !== null) !== confirmed) return undefined
  const secret = openSecret(key, row.secret, accountId)
  return secret && stepOf(secret, code, Date.now())
}

/** Takes the code of a step: false where it, or a later one, was taken before, also by somebody at this moment. */
export async function takeAppCode(sql: Sql, accountId: number, step: number): Promise<boolean> {
  const taken = await rowsOf(
    sql,
    tables
      .updateTable('authenticator')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .where('last_step', '<', step)
      .returning('account_id'),
  )
  return taken.length > 0
}

/** The app knows its secret: it counts from now on, and the code that proved it is used up. */
export async function confirmApp(sql: Sql, accountId: number, step: number): Promise<boolean> {
  const confirmed = await rowsOf(
    sql,
    tables
      .updateTable('authenticator')
      .set({ confirmed_at: Date.now(), last_step: step })
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is', null)
      .returning('account_id'),
  )
  return confirmed.length > 0
}

/** Whether there was one that counted. */
export async function dropApp(sql: Sql, accountId: number): Promise<boolean> {
  const [dropped] = await rowsOf(
    sql,
    tables.deleteFrom('authenticator').where('account_id', '=', accountId).returning('confirmed_at'),
  )
  return dropped !== undefined && dropped.confirmed_at !== null
}
