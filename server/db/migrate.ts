// Brings the database to the newest schema: numbered SQL files, each once, in one transaction, by the tables' owner; and
// the schema of the job queue, which has migrations of its own.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'
import { withConnection } from './connection.ts'
import { installJobs } from './job-schema.ts'
import { APP_ROLE } from './roles.ts'
import { lockSetup } from './setup-lock.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/** How the schema of a database stands to the program: what it lacks, what was changed, what the program does not know. */
export async function compareSchema(
  client: pg.Client,
): Promise<{ missing: string[]; changed: string[]; unknown: string[] }> {
  const applied = await readApplied(client)
  const known = new Map(migrationFiles(FOLDER).map(({ name, checksum }) => [name, checksum]))
  return {
    missing: [...known.keys()].filter(name => !applied.has(name)),
    changed: [...applied].flatMap(([name, checksum]) =>
      known.has(name) && known.get(name) !== checksum ? [name] : [],
    ),
    unknown: [...applied.keys()].filter(name => !known.has(name)),
  }
}

interface MigrationFile {
  name: string
  text: string
  checksum: string
}

/** In the order of their numbers. */
export const migrationFiles = (folder: string): MigrationFile[] =>
  readdirSync(folder)
    .filter(name => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map(name => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** Applies what is missing. A file that changed after it was applied stops the start: the schema would be a guess. */
export async function migrate(options: { ownerUrl: string; log: Log; folder?: string }): Promise<void> {
  const { ownerUrl, log, folder = FOLDER } = options
  const config = { connectionString: ownerUrl, application_name: 'gatehouse migrations' }
  await withConnection(config, async client => {
    await lockSetup(client)
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await readApplied(client)
    for (const { name, text, checksum } of migrationFiles(folder)) {
      const known = applied.get(name)
      if (known === checksum) continue
      if (known !== undefined)
        throw new ConfigError([`The migration ${name} has changed since it was applied to this database`])
      await apply(client, name, text, checksum)
      log.info({ migration: name }, 'Migrated the database')
    }
    await grant(client)
    await installJobs(client)
    await letSearchUseItsIndex(client, log)
  })
}

async function apply(client: pg.Client, name: string, text: string, checksum: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

// The application's role owns nothing; where it could not be made, the owner works for the application.
async function grant(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  if (!rowCount) return
  await client.query(`grant usage on schema public to ${APP_ROLE}`)
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${APP_ROLE}`)
  await client.query(`revoke insert, update, delete on migration from ${APP_ROLE}`)
  await client.query(`revoke update, delete, truncate on audit from ${APP_ROLE}`)
  await client.query(`grant usage, select on all sequences in schema public to ${APP_ROLE}`)
}

// Row-level security lets only leakproof functions look at a row before the wall does, so that no error message tells of
// a hidden row. ILIKE raises none that depends on the row; declared so, the trigram index serves searches again.
async function letSearchUseItsIndex(client: pg.Client, log: Log): Promise<void> {
  await client
    .query('alter function pg_catalog.texticlike(text, text) leakproof')
    .catch(() =>
      log.info('Only a superuser of the database can let searches use their index; they stay correct'),
    )
}

/** Checksums of the migrations that the database has, by their names. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  )
  return new Map(rows.map(row => [row.name, row.checksum]))
}
