// Migrations beside a working server: nobody waits behind one, one that was broken off is taken up, and an old program
// leaves a newer schema alone unless it was told that it fits.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../../server/db/connection.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'

const log = pino({ level: 'silent' })
const OURS = join(import.meta.dirname, '../../../server/db/migrations')
const folders: string[] = []
let database: TestDatabase

beforeAll(async () => {
  database = await startTestDatabase()
  await ask('create table letter (id bigint generated always as identity primary key, words text)')
})
afterAll(async () => {
  await database?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const ask = (text: string, values: unknown[] = []) =>
  withConnection(
    { connectionString: database.ownerUrl },
    async client => (await client.query(text, values)).rows,
  )

/** Those there are, and one more. */
function withMigration(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-migrations-'))
  folders.push(folder)
  cpSync(OURS, folder, { recursive: true })
  writeFileSync(join(folder, name), text)
  return folder
}
const run = (folder: string, patienceMs?: number) =>
  migrate({ ownerUrl: database.ownerUrl, log, folder, ...(patienceMs !== undefined && { patienceMs }) })
const forgetMigration = (name: string) => ask('delete from migration where name = $1', [name])

test('behind a migration that waits for a table nobody waits for more than two seconds', async () => {
  const name = '9001_waits.sql'
  const folder = withMigration(name, 'alter table letter add column read boolean not null default false')
  const holder = new pg.Client({ connectionString: database.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`insert into letter (words) values ('held')`)
  let over = false
  const waits: number[] = []
  const load = Array.from({ length: 4 }, () =>
    withConnection({ connectionString: database.ownerUrl }, async client => {
      while (!over) {
        const from = performance.now()
        await client.query(`insert into letter (words) values ('under load')`)
        waits.push(performance.now() - from)
        await sleep(5)
      }
    }),
  )
  const migrating = run(folder)
  await sleep(5_000)
  await holder.query('commit')
  await holder.end()
  await migrating
  over = true
  await Promise.all(load)
  expect(waits.length).toBeGreaterThan(50)
  expect(Math.max(...waits)).toBeLessThan(2_000)
  expect(await ask('select count(*)::int as unread from letter where not read')).toEqual([
    { unread: waits.length + 1 },
  ])
  await forgetMigration(name)
}, 60_000)

test('a table that is held for ever fails the start, and nothing of the migration stays', async () => {
  const name = '9002_never.sql'
  const folder = withMigration(
    name,
    'create table half (id int); alter table letter add column never boolean not null default false',
  )
  const holder = new pg.Client({ connectionString: database.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table letter')
  await expect(run(folder, 1_000)).rejects.toMatchObject({ code: '55P03' })
  await holder.end()
  expect(await ask(`select to_regclass('half') as half`)).toEqual([{ half: null }])
})

test('an index that a broken start left half made is made anew, beside everybody', async () => {
  const name = '9003_index.sql'
  await ask(`insert into letter (words) values ('twice'), ('twice')`)
  const index = '-- no transaction\ncreate unique index concurrently letter_words on letter (words)'
  const folder = withMigration(name, index)
  const whole = async () =>
    (await ask(`select indisvalid as whole from pg_index where indexrelid = to_regclass('letter_words')`))[0]
      ?.whole
  await expect(run(folder)).rejects.toThrow(/could not create unique index/)
  expect(await whole()).toBe(false)
  await ask(`update letter set words = id::text`)
  await run(folder)
  expect(await whole()).toBe(true)
  // Broken off between the index and the note of it.
  await forgetMigration(name)
  await run(folder)
  expect(await ask('select name from migration where name = $1', [name])).toEqual([{ name }])
  await forgetMigration(name)
})

test('a program leaves a newer schema alone, unless the newer release says that it fits', async () => {
  const [expand, contract] = ['9004_expand.sql', '9005_contract.sql']
  await run(
    withMigration(
      expand,
      '-- compatible: a column more, which nobody has to know\nalter table letter add column more text',
    ),
  )
  await run(OURS)
  await ask(`insert into migration (name, checksum) values ($1, '')`, [contract])
  await expect(run(OURS)).rejects.toThrow(/newer program \(9005_contract\.sql\)/)
  await forgetMigration(contract)
  await forgetMigration(expand)
})

test('a database of a release that knew nothing of it gets the column', async () => {
  await ask('alter table migration drop column compatible')
  await run(OURS)
  expect(await ask('select bool_or(compatible) as fits from migration')).toEqual([{ fits: false }])
})
