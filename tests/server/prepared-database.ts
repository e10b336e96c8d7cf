// One empty database with today's schema, made by the first test that needs it; the others begin with a copy of its files.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startDatabase } from '../../server/db/launcher.ts'
import { migrate } from '../../server/db/migrate.ts'
import { tendPartitions } from '../../server/modules/ingest/partitions.ts'
import { copy, LIGHT } from '../light-copy.ts'

const root = join(import.meta.dirname, '../..')
const shelf = join(root, 'node_modules', '.cache', 'gatehouse-databases')

/** What a database of that kind is made of: another migration or another PostgreSQL makes another one. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const folders = ['server/db', 'server/db/migrations'].map(name => join(root, name))
  const files = folders.flatMap(folder =>
    readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => join(folder, name))
      .sort(),
  )
  for (const file of [...files, import.meta.filename, join(root, 'package-lock.json')])
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

async function makeLight(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const statement of LIGHT) await owner.query(statement)
  } finally {
    await owner.end()
  }
}

const PARTS = ['postgres', 'database.json']

/** Puts a database that has its schema, and nothing in it, into an empty data folder. */
export async function layDatabase(dataDir: string): Promise<void> {
  const ready = join(shelf, fingerprint())
  if (!existsSync(ready)) await make(ready)
  for (const part of PARTS) copy(join(ready, part), join(dataDir, part))
}

async function make(ready: string): Promise<void> {
  mkdirSync(shelf, { recursive: true })
  for (const name of readdirSync(shelf)) {
    // Of an earlier schema.
    if (!join(shelf, name).startsWith(ready)) rmSync(join(shelf, name), { recursive: true, force: true })
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-prepared-'))
  const log = pino({ level: 'silent' })
  const database = await startDatabase({ dataDir, databaseUrl: undefined, log })
  await makeLight(database.ownerUrl)
  await migrate({ ownerUrl: database.ownerUrl, log })
  // A server does this at its start too: seventy tables, most of the time that it takes.
  await tendPartitions(database.ownerUrl, Date.now())
  await database.stop()
  const unfinished = `${ready}.${process.pid}`
  mkdirSync(unfinished)
  for (const part of PARTS) copy(join(dataDir, part), join(unfinished, part))
  rmSync(dataDir, { recursive: true, force: true })
  try {
    renameSync(unfinished, ready)
  } catch {
    // Another test file was faster.
    rmSync(unfinished, { recursive: true, force: true })
  }
}
