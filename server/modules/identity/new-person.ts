// Makes people whom a provider or a directory names: with the role and the department that the tenant gives its new people, and
// a password that nobody knows.
import * as z from 'zod/mini'
import { userWrite } from '../../../src/domain/access/access.ts'
import { USERNAME_LENGTH } from '../../../src/domain/limits.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { saveRow } from '../../entity/saving.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { makePassword } from '../session/public.ts'
import type { StoredProvider } from './read-provider.ts'

interface Wanted {
  username: string
  /** Where somebody of another tenant has that name: login names are the installation's. */
  otherwise: string
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
}

/** The id of the new account. */
export async function newPerson(
  users: Store,
  steward: Context,
  { roleId, departmentId, tenantId }: Pick<StoredProvider, 'roleId' | 'departmentId' | 'tenantId'>,
  { username, otherwise, name, email, phone }: Wanted,
): Promise<number> {
  const { sql } = steward
  const said = z.safeParse(userWrite, {
    username,
    name: (name ?? username).slice(0, 60),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    roleIds: await standing(sql, tenantId, roleId),
    departmentId,
    password: makePassword(),
  })
  if (!said.success) throw new Refused('provider.badName')
  const make = async (name: string) => {
    const { id } = await saveRow(users, { ...said.data, username: name }, steward)
    return id
  }
  try {
    // Tried and not looked up: the name may be of a tenant that this transaction does not see.
    return await sql.attempt(() => make(username))
  } catch (error) {
    const taken = error instanceof Refused && error.id === 'field.duplicate' && error.field === 'username'
    if (!taken || otherwise === username) throw error
    if (otherwise.length > USERNAME_LENGTH) throw new Refused('provider.badName')
    return make(otherwise)
  }
}

/** A role that was removed since gives nothing. */
async function standing(sql: Sql, tenantId: number, roleId: number | null): Promise<number[]> {
  if (roleId === null) return []
  const found = await rowsOf(
    sql,
    tables
      .selectFrom('role')
      .select('id')
      .where('id', '=', roleId)
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null),
  )
  return found.map(({ id }) => id)
}
