// All processes of a database share one SECRET_KEY. One with another key would find nothing that the others sealed, and seal what
// they could not read: it is refused before it does anything.
import { createHash } from 'node:crypto'
import type { Sql } from './db/scoped.ts'
import { lockSetupWithin } from './db/setup-lock.ts'
import { rowsOf, tables } from './db/typed.ts'
import type { Secrets } from './secrets.ts'
import { ConfigError } from './settings/config-error.ts'

const PURPOSE = 'the key of an installation'

/** Who has not been heard for so long is not at work. */
const AT_WORK_MS = 30_000

interface Given {
  secrets: Secrets
  /** The operator says that the key before is lost for good, or was given up. */
  replaced: boolean
  now?: number
}

/**
 * Notes the key at the first start; throws a `ConfigError` where another one is noted. Where it was replaced, the new one is noted,
 * unless a process is at work that still has the one before.
 */
export async function proveInstallationKey(
  sql: Sql,
  { secrets, replaced, now = Date.now() }: Given,
): Promise<void> {
  await lockSetupWithin(sql)
  const own = createHash('sha256').update(secrets.keyFor(PURPOSE)).digest('base64url')
  const [noted] = await rowsOf(sql, tables.selectFrom('installation_key').select('fingerprint'))
  if (noted?.fingerprint === own) return
  if (noted && !replaced)
    throw new ConfigError([
      'SECRET_KEY: is not the one that this database was used with; what was sealed with that one could not be read. Give all processes the same. Only if it is lost for good, start once with SECRET_KEY_REPLACED=on (docs/operations.md, When it does not start)',
    ])
  if (noted) {
    const others = await rowsOf(
      sql,
      tables
        .selectFrom('server_process')
        .select(['host', 'pid'])
        .where('heard_at', '>', now - AT_WORK_MS),
    )
    if (others.length > 0)
      throw new ConfigError([
        `SECRET_KEY_REPLACED: ${others.map(({ host, pid }) => `${host} ${pid}`).join(', ')} may still be at work with the key before; stop all processes first`,
      ])
  }
  await sql.change(
    `insert into installation_key (fingerprint, noted_at) values ($1, $2)
     on conflict (one) do update set fingerprint = excluded.fingerprint, noted_at = excluded.noted_at`,
    [own, now],
  )
}
