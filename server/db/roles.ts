// The application's own database role: it owns nothing and row-level security binds it.
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../log.ts'
import { withConnection } from './connection.ts'
import { lockSetup } from './setup-lock.ts'

export const APP_ROLE = 'gatehouse_app'

const NOT_PERMITTED = '42501'

/** A password for the role that every server process over one database finds by itself. */
export function appPassword(ownerUrl: string): string {
  return createHash('sha256')
    .update(`${APP_ROLE}\n${new URL(ownerUrl).password}`)
    .digest('base64url')
}

/**
 * Makes the role, or renews its password and rights.
 * Answers the address for the application: the owner's own where the owner may not make roles.
 */
export async function prepareAppRole(ownerUrl: string, log: Log): Promise<string> {
  const password = appPassword(ownerUrl)
  const url = new URL(ownerUrl)
  url.username = APP_ROLE
  url.password = password
  try {
    await withConnection({ connectionString: ownerUrl }, async owner => {
      await lockSetup(owner)
      const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [APP_ROLE])
      // Renewing names no attribute: only a superuser may, and a role that was given more must not pass for ours.
      const what = rowCount ? `alter role ${APP_ROLE}` : `create role ${APP_ROLE} nosuperuser nobypassrls`
      await owner
        .query(`${what} login password ${owner.escapeLiteral(password)}`)
        .catch(passOver(NOT_PERMITTED))
      const { rows } = await owner.query<{ free: boolean }>(
        'select rolsuper or rolbypassrls as free from pg_roles where rolname = $1',
        [APP_ROLE],
      )
      if (rows[0]?.free) throw new Error(`${APP_ROLE} may pass row-level security`)
      await owner.query(
        `do $$ begin execute format('grant connect on database %I to ${APP_ROLE}', current_database()); end $$`,
      )
      for (const right of RIGHTS) await owner.query(right)
      await logIn(url.href)
    })
    return url.href
  } catch (error) {
    log.warn({ err: error }, `The role ${APP_ROLE} cannot be used: the application connects as the owner`)
    return ownerUrl
  }
}

const RIGHTS = [
  `grant usage on schema public to ${APP_ROLE}`,
  `grant select, insert, update, delete on all tables in schema public to ${APP_ROLE}`,
  `grant usage, select on all sequences in schema public to ${APP_ROLE}`,
  `alter default privileges in schema public grant select, insert, update, delete on tables to ${APP_ROLE}`,
  `alter default privileges in schema public grant usage, select on sequences to ${APP_ROLE}`,
  `alter default privileges in schema public grant execute on functions to ${APP_ROLE}`,
]

async function logIn(url: string): Promise<void> {
  await withConnection({ connectionString: url }, async () => {})
}

function passOver(code: string) {
  return (error: unknown) => {
    if (!(error instanceof pg.DatabaseError && error.code === code)) throw error
  }
}
