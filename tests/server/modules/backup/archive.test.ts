// The archive of changes: byte for byte what PostgreSQL wrote; and whatever hinders it is said, never waited for.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../../../server/db/connection.ts'
import {
  type ArchiveKeeper,
  gapOf,
  SLOT,
  startArchive,
} from '../../../../server/modules/backup/archive-keeper.ts'
import { makeBackup, problemsOf } from '../../../../server/modules/backup/backup.ts'
import { createBackupHealth } from '../../../../server/modules/backup/health.ts'
import { startTestDatabase, type TestDatabase } from '../../db/database.ts'

const log = pino({ level: 'silent' })
const folders: string[] = []
const fresh = () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-archive-'))
  folders.push(folder)
  return folder
}
let database: TestDatabase
let keeper: ArchiveKeeper | undefined
const dir = fresh()
const config = { dir, secretsDir: undefined, keepDays: 14, lateHours: 26 }

const ask = (...statements: string[]) =>
  withConnection({ connectionString: database.ownerUrl }, async client => {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  })
const start = () => {
  keeper = startArchive({ ownerUrl: database.ownerUrl, dir, log })
  return keeper
}
const caughtUp = async (running: ArchiveKeeper) => {
  const asked = Date.now()
  await expect.poll(() => running.state().upTo ?? 0, { timeout: 30_000 }).toBeGreaterThan(asked)
}

beforeAll(async () => {
  database = await startTestDatabase()
  await ask('create table letter (id bigint generated always as identity, words text)')
})
afterAll(async () => {
  await keeper?.stop()
  await database?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('files of changes are byte for byte those of the database, packed once they are full', async () => {
  const running = start()
  const [named] = await ask(
    `insert into letter (words) select repeat('x', 900) from generate_series(1, 20000)`,
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  await ask('select pg_switch_wal()', `insert into letter (words) values ('after')`)
  await caughtUp(running)
  const wal = readdirSync(join(dir, 'wal'))
  const name = String(named?.name)
  expect(wal).toContain(`${name}.gz`)
  expect(wal.filter(file => file.endsWith('.partial'))).toHaveLength(1)
  const [{ data_directory: home } = {}] = await ask('show data_directory')
  const theirs = readFileSync(join(String(home), 'pg_wal', name))
  expect(gunzipSync(readFileSync(join(dir, 'wal', `${name}.gz`))).equals(theirs)).toBe(true)
})

test('a second archive of the same database waits for the first, and takes over after it', async () => {
  const other = startArchive({ ownerUrl: database.ownerUrl, dir, log })
  try {
    await ask(`insert into letter (words) values ('one')`)
    expect(other.state().upTo).toBeUndefined()
    await keeper?.stop()
    await caughtUp(other)
    expect(other.state().trouble).toBeUndefined()
  } finally {
    await other.stop()
  }
})

const FULL = '/dev/full'
test.skipIf(!existsSync(FULL))(
  'a full disk is said in the health; the database works on, and nothing is missing afterwards (skipped: no /dev/full)',
  // What reads that file reads for ever.
  { retry: 0, timeout: 60_000 },
  async () => {
    const wal = join(dir, 'wal')
    const [partial = ''] = readdirSync(wal).filter(file => file.endsWith('.partial'))
    const kept = readFileSync(join(wal, partial))
    unlinkSync(join(wal, partial))
    symlinkSync(FULL, join(wal, partial))
    const running = start()
    try {
      const health = createBackupHealth(config, running)
      await ask(`insert into letter (words) values ('while full')`)
      await expect.poll(health, { timeout: 30_000 }).toMatchObject({ status: 'failing', reason: 'full' })
      await ask(`insert into letter (words) values ('still full')`)
    } finally {
      unlinkSync(join(wal, partial))
      writeFileSync(join(wal, partial), kept)
    }
    await caughtUp(running)
    expect(running.state().trouble).toBeUndefined()
    expect(readFileSync(join(wal, partial)).includes('still full')).toBe(true)
    expect(await gapOf(dir)).toBeUndefined()
  },
)

test('an archive of another database is left alone', async () => {
  const elsewhere = fresh()
  writeFileSync(join(elsewhere, 'archive.json'), '{"system":"7"}')
  const running = startArchive({ ownerUrl: database.ownerUrl, dir: elsewhere, log })
  try {
    await expect.poll(() => running.state().trouble?.reason).toBe('foreign')
    expect(readdirSync(join(elsewhere, 'wal'))).toEqual([])
  } finally {
    await running.stop()
  }
})

test('changes that were thrown away leave a gap, which the health says until there is a new backup', async () => {
  await keeper?.stop()
  await ask(
    `select pg_drop_replication_slot('${SLOT}')`,
    ...Array.from({ length: 3 }, () => [
      `insert into letter (words) values ('lost')`,
      'select pg_switch_wal()',
      'checkpoint',
    ]).flat(),
  )
  const running = start()
  await expect.poll(() => gapOf(dir), { timeout: 30_000 }).toBeGreaterThan(0)
  await caughtUp(running)
  expect(await createBackupHealth(config, running)()).toMatchObject({ status: 'failing', reason: 'gap' })
  const dataDir = fresh()
  writeFileSync(join(dataDir, 'secrets.json'), '{}')
  const made = await makeBackup({ ownerUrl: database.ownerUrl, dataDir, embedded: false, config })
  expect(made.warnings).toEqual([expect.stringContaining('BACKUP_SECRETS_DIR')])
  expect(made.manifest.schema).toMatch(/^\d{4}_/)
  expect(await problemsOf(dir)).toEqual({ checked: 1, problems: [] })
  expect(await createBackupHealth(config, running)()).toMatchObject({
    status: 'ok',
    madeAt: made.manifest.consistentAt,
  })
  const old = createBackupHealth(config, running, () => made.manifest.consistentAt + 27 * 3_600_000)
  expect(await old()).toMatchObject({ status: 'late' })
})
