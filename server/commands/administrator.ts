// The rules for an administrator made on the command line, and the making.
import * as z from 'zod/mini'
import { user } from '../../src/domain/access/access.ts'
import { PASSWORD_LENGTH } from '../../src/domain/limits.ts'
import type { Data } from '../db/scoped.ts'
import { WHOLE } from '../db/scoped.ts'
import { DEMO_PASSWORD } from '../demo/accounts.ts'
import { isCommonPassword } from '../modules/session/often-tried.ts'
import { hashPassword } from '../modules/session/password.ts'
import { seedInstallation } from '../seed/installation.ts'
import { ConfigError } from '../settings/config-error.ts'

const LEAST_CHARACTERS = 12
const LEAST_DIFFERENT = 6
const COMMON =
  /^(?:(?:password|passw0rd|admin|administrator|root|welcome|qwerty|letmein|gatehouse|demo|changeme|abc|test)[^a-z]*)+$/i

/** Why a password will not do; undefined when it will. Stricter than for others: this account may do everything. */
export async function refusePassword(password: string, username: string): Promise<string | undefined> {
  if (password.length < LEAST_CHARACTERS)
    return `The password must have at least ${LEAST_CHARACTERS} characters`
  if (password.length > PASSWORD_LENGTH.most)
    return `The password must have at most ${PASSWORD_LENGTH.most} characters`
  if (password === DEMO_PASSWORD) return 'The password is the public one of the demo'
  if (new Set(password).size < LEAST_DIFFERENT)
    return `The password must have at least ${LEAST_DIFFERENT} different characters`
  if (password.toLowerCase().includes(username.toLowerCase())) return 'The password contains the user name'
  if (await isCommonPassword(password, [username])) return 'The password is easy to guess'
  if (COMMON.test(password) || /^(\d+|(.+)\2+)$/.test(password)) return 'The password is easy to guess'
  return undefined
}

/** Why a user name will not do; undefined when it will. */
export function refuseUsername(username: string): string | undefined {
  const fits = z.safeParse(user.schema.shape.username, username)
  return fits.success
    ? undefined
    : 'The user name must be 1 to 40 letters, digits, dots, dashes or underscores'
}

/** Adds an account with the highest authorization to the platform's tenant, and writes it into the audit log. */
export async function addAdministrator(
  data: Data,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const hash = await hashPassword(password)
  const now = Date.now()
  await data.scoped(WHOLE, async sql => {
    const tenantId = await seedInstallation(sql, now)
    const taken = await sql.first(
      'select id from account where lower(username) = lower($1) and removed_at is null',
      [username],
    )
    if (taken) throw new ConfigError([`The user name ${username} is taken`])
    const made = await sql.first<{ id: number }>(
      `insert into account (tenant_id, created_at, updated_at, username, password_hash, name, highest)
       values ($1, $2, $2, $3, $4, $3, true) returning id`,
      [tenantId, now, username, hash],
    )
    if (!made) throw new Error('The account was not made')
    sql.audit({
      tenantId,
      userId: null,
      userName: 'command line',
      address: null,
      action: 'user.createAdministrator',
      entity: 'user',
      rowId: made.id,
      detail: { username, highest: true },
    })
  })
}
