// The embedded database: survives a kill -9 of the server, is adopted, holds row-level security for the application.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withConnection } from '../../../server/db/connection.ts'
import { type Database, startDatabase } from '../../../server/db/launcher.ts'
import { createPool } from '../../../server/db/pool.ts'
import { ConfigError } from '../../../server/settings/config-error.ts'

const log = pino({ level: 'silent' })
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-db-'))
const launcher = new URL('../../../server/db/launcher.ts', import.meta.url).href
const logger = import.meta.resolve('pino')
const children: ChildProcess[] = []

// A server of its own process, so that it can be killed.
function startElsewhere(statements: string[]): Promise<ChildProcess> {
  const script = `
    import { startDatabase } from ${JSON.stringify(launcher)}
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    import { pino } from ${JSON.stringify(logger)}
    const database = await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: undefined, log: pino({ level: 'silent' }) })
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    for (const statement of ${JSON.stringify(statements)}) await client.query(statement)
    console.log('written')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child))
    child.once('exit', code => reject(new Error(`ended with ${code}`)))
  })
}

let database: Database

beforeAll(async () => {
  const killed = await startElsewhere([
    'create table letter (id bigint primary key, tenant_id bigint not null)',
    'insert into letter values (1, 7), (2, 8)',
    'alter table letter enable row level security',
    `create policy own on letter using (tenant_id = current_setting('app.tenant', true)::bigint)`,
  ])
  killed.removeAllListeners('exit')
  killed.kill('SIGKILL')
  database = await startDatabase({ dataDir, databaseUrl: undefined, log })
}, 90_000)

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database?.stop()
})

async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  return withConnection({ connectionString: url }, async client => {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  })
}

/** Kills the database for good: it finds no settings when it is started again. Answers the function that mends it. */
async function ruin(): Promise<() => void> {
  const rows = await ask(database.ownerUrl, 'show data_directory')
  const [{ data_directory: folder }] = z.parse(z.tuple([z.object({ data_directory: z.string() })]), rows)
  const settings = join(folder, 'postgresql.conf')
  renameSync(settings, `${settings}.aside`)
  process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  return () => renameSync(`${settings}.aside`, settings)
}

test('rows written before a kill -9 are still there', async () => {
  expect(await ask(database.ownerUrl, 'select id from letter order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('the application reads the owner’s tables, and only the rows of its tenant', async () => {
  const rows = await ask(
    database.appUrl,
    `select set_config('app.tenant', '8', false)`,
    'select id from letter',
  )
  expect(rows).toEqual([{ id: 2 }])
})

test('the application’s role can neither create tables nor pass row-level security', async () => {
  await expect(ask(database.appUrl, 'create table other (id int)')).rejects.toThrow(/permission denied/)
  const rows = await ask(
    database.appUrl,
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  )
  expect(rows).toEqual([{ free: false }])
})

test('a pool survives the loss of its idle connections, and counts come as numbers', async () => {
  const pool = createPool({ url: database.ownerUrl, log })
  await pool.query('select 1')
  // A query that is sent before the loss is noticed fails, as it must: nobody knows what became of it.
  const noticed = once(pool, 'error')
  await ask(
    database.ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gatehouse people' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  await noticed
  const { rows } = await pool.query('select count(*) as letters from letter')
  expect(rows).toEqual([{ letters: 2 }])
  await pool.end()
})

test('a second server on the same folder is refused', async () => {
  await expect(startDatabase({ dataDir, databaseUrl: undefined, log })).rejects.toThrow(/another server/)
})

test('a stopped database starts again with its rows', async () => {
  await database.stop()
  database = await startDatabase({ dataDir, databaseUrl: undefined, log })
  expect(await ask(database.ownerUrl, 'select id from letter order by id')).toEqual([{ id: 1 }, { id: 2 }])
}, 60_000)

test('a killed database is started again, also when the first try fails', async () => {
  await database.stop()
  const told: string[] = []
  const heard = pino({ level: 'fatal' }, { write: (line: string) => void told.push(JSON.parse(line).msg) })
  database = await startDatabase({ dataDir, databaseUrl: undefined, log: heard })
  const mend = await ruin()
  await expect
    .poll(() => told, { timeout: 60_000 })
    .toContain('The embedded database could not be started again; it is tried again')
  mend()
  await expect
    .poll(() => ask(database.ownerUrl, 'select count(*)::int as letters from letter').catch(String), {
      timeout: 60_000,
    })
    .toEqual([{ letters: 2 }])
}, 150_000)

test('a server is stopped in order while its database does not start', async () => {
  const mend = await ruin()
  await expect.poll(() => ask(database.ownerUrl, 'select 1').catch(() => 'gone')).toBe('gone')
  await database.stop()
  mend()
  database = await startDatabase({ dataDir, databaseUrl: undefined, log })
  expect(await ask(database.ownerUrl, 'select count(*)::int as letters from letter')).toEqual([
    { letters: 2 },
  ])
}, 150_000)

test('DATABASE_URL is used as it is, with a role of its own for the application', async () => {
  const outside = await startDatabase({ dataDir, databaseUrl: database.ownerUrl, log })
  expect(outside.ownerUrl).toBe(database.ownerUrl)
  expect(await ask(outside.appUrl, 'select current_user::text as name')).toEqual([{ name: 'gatehouse_app' }])
  await outside.stop()
  expect(await ask(database.ownerUrl, 'select 1 as up')).toEqual([{ up: 1 }])
})

test('an owner who may not make roles is used for both', async () => {
  await ask(database.ownerUrl, `create role plain login password 'plain'`)
  const url = new URL(database.ownerUrl)
  url.username = 'plain'
  url.password = 'plain'
  const outside = await startDatabase({ dataDir, databaseUrl: url.href, log })
  expect(outside.appUrl).toBe(url.href)
})

test('a wrong password in DATABASE_URL is told by name', async () => {
  const url = new URL(database.ownerUrl)
  url.password = 'wrong'
  await expect(startDatabase({ dataDir, databaseUrl: url.href, log })).rejects.toThrow(ConfigError)
  await expect(startDatabase({ dataDir, databaseUrl: url.href, log })).rejects.toThrow(/DATABASE_URL/)
})
