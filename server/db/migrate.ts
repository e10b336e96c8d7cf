// Brings the database to the newest schema: numbered SQL files, each once, by the tables' owner; and the schema of the job
// queue, which has migrations of its own. Others work on meanwhile: a lock that is not free within a moment is let go and
// tried again, since everybody who comes after waits behind whoever waits for it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'
import { withConnection } from './connection.ts'
import { installJobs } from './job-schema.ts'
import { indexMadeApart, isApart, isCompatible, statementsOf } from './migration-file.ts'
import { APP_ROLE } from './roles.ts'
import { lockSetup } from './setup-lock.ts'

const LOCK_MS = 1_000
const PAUSE_MS = 500
/** Somebody holds the table for as long as this: the start fails, and says so. */
const PATIENCE_MS = 120_000

const FOLDER = join(import.meta.dirname, 'migrations')

/** How the schema of a database stands to the program: what it lacks, what was changed, what the program does not know. */
export async function compareSchema(
  client: pg.Client,
): Promise<{ missing: string[]; changed: string[]; unknown: string[] }> {
  const applied = new Map((await readApplied(client)).map(({ name, checksum }) => [name, checksum]))
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

interface MigrateOptions {
  ownerUrl: string
  log: Log
  folder?: string
  /** How long a table may be held by others before the start fails. */
  patienceMs?: number
}

/**
 * Applies what is missing. A file that changed after it was applied stops the start: the schema would be a guess. So does one
 * that this program does not have, unless the newer release that made it says that older ones may go on.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { ownerUrl, log, folder = FOLDER, patienceMs = PATIENCE_MS } = options
  const config = { connectionString: ownerUrl, application_name: 'gatehouse migrations' }
  await withConnection(config, async client => {
    await lockSetup(client)
    await client.query(
      `create table if not exists migration (name text primary key, checksum text not null,
         applied_at timestamptz not null default now(), compatible boolean not null default false)`,
    )
    await knowCompatible(client, patienceMs)
    const rows = await readApplied(client)
    const applied = new Map(rows.map(row => [row.name, row.checksum]))
    const files = migrationFiles(folder)
    const known = new Set(files.map(({ name }) => name))
    const foreign = rows.filter(({ name, compatible }) => !known.has(name) && !compatible)
    if (foreign.length > 0)
      throw new ConfigError([
        `The database was brought to a newer schema by a newer program (${foreign.map(({ name }) => name).join(', ')}): start that one, or restore a backup`,
      ])
    for (const file of files) {
      const { name, checksum } = file
      const before = applied.get(name)
      if (before === checksum) continue
      if (before !== undefined)
        throw new ConfigError([`The migration ${name} has changed since it was applied to this database`])
      await apply(client, file, patienceMs)
      log.info({ migration: name }, 'Migrated the database')
    }
    await grant(client)
    await installJobs(client)
    await letSearchUseItsIndex(client, log)
  })
}

// A table of an earlier release has no such column yet.
async function knowCompatible(client: pg.Client, patienceMs: number): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'compatible' and not attisdropped`,
  )
  if (rowCount) return
  await withoutWaiting(patienceMs, () =>
    inTransaction(client, ['alter table migration add column compatible boolean not null default false']),
  )
}

async function apply(client: pg.Client, file: MigrationFile, patienceMs: number): Promise<void> {
  if (isApart(file.text)) {
    for (const statement of statementsOf(file.text)) await applyApart(client, statement)
    await note(client, file)
    return
  }
  await withoutWaiting(patienceMs, () => inTransaction(client, [file.text], () => note(client, file)))
}

const note = (client: pg.Client, { name, checksum, text }: MigrationFile) =>
  client.query('insert into migration (name, checksum, compatible) values ($1, $2, $3)', [
    name,
    checksum,
    isCompatible(text),
  ])

async function inTransaction(
  client: pg.Client,
  texts: readonly string[],
  last: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`)
    for (const text of texts) await client.query(text)
    await last()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const NOT_FREE = '55P03'

/** Tries again while a lock is not free. */
async function withoutWaiting(patienceMs: number, work: () => Promise<void>): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const held = error instanceof Error && 'code' in error && error.code === NOT_FREE
      if (!held || Date.now() > until) throw error
    }
    await sleep(PAUSE_MS)
  }
}

// A start that was broken off leaves an index that nobody may use: it is made anew. One that is whole was made before.
async function applyApart(client: pg.Client, statement: string): Promise<void> {
  const index = indexMadeApart(statement)
  if (index !== undefined) {
    const { rows } = await client.query(
      'select i.indisvalid as whole from pg_index i where i.indexrelid = to_regclass($1)',
      [index],
    )
    const [known] = z.parse(z.array(z.object({ whole: z.boolean() })), rows)
    if (known?.whole) return
    if (known) await client.query(`drop index concurrently "${index}"`)
  }
  await client.query(statement)
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

const appliedRows = z.array(
  z.object({ name: z.string(), checksum: z.string(), compatible: z.optional(z.boolean()) }),
)

/** The migrations that the database has. One of an earlier program says nothing of what is compatible. */
async function readApplied(client: pg.Client): Promise<z.output<typeof appliedRows>> {
  const { rows } = await client.query('select * from migration')
  return z.parse(appliedRows, rows)
}
