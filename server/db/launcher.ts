// Gives the server its database: the embedded PostgreSQL of DATA_DIR, or the one that DATABASE_URL names.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'
import { type Cluster, halt, initialise, launch, OWNER, placeCluster, runningPort } from './cluster.ts'
import { withConnection } from './connection.ts'
import { prepareAppRole } from './roles.ts'

export interface Database {
  /** Owns the tables: for migrations, partitions and the job queue. */
  ownerUrl: string
  /** For everything else; row-level security holds for it. */
  appUrl: string
  stop(): Promise<void>
}

interface Options {
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  log: Log
}

const NAME = 'gatehouse'
const LOCK = 4_152_063
const ANSWER_SECONDS = 30
const LOCK_SECONDS = 5
/** Between two tries to start a database that was killed. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Starts or finds the database and prepares both roles. Throws a ConfigError that says what the operator can do. */
export async function startDatabase({ dataDir, databaseUrl, log }: Options): Promise<Database> {
  if (databaseUrl === undefined) return startEmbedded(dataDir, log)
  await probe(databaseUrl).catch(error => {
    throw new ConfigError([
      `DATABASE_URL: the database does not answer (${error instanceof Error ? error.message : error})`,
    ])
  })
  return { ownerUrl: databaseUrl, appUrl: await prepareAppRole(databaseUrl, log), stop: async () => {} }
}

async function startEmbedded(dataDir: string, log: Log): Promise<Database> {
  const cluster = placeCluster(dataDir, log)
  const password = await ownerPassword(join(dataDir, 'database.json'), cluster, log)
  await initialise(cluster, password)
  const left = runningPort(cluster)
  const port = left ?? (await launch(cluster))
  const adminUrl = urlOf(password, port, 'postgres')
  await probe(adminUrl)
  log.info({ port, adopted: left !== undefined }, 'Embedded database is up')
  const keeper = await keep(adminUrl, dataDir)
  const stopping = new AbortController()
  const watch = (client: pg.Client) => {
    client.on('error', error => log.error({ err: error }, 'The embedded database closed a connection'))
    client.on('end', () => {
      if (!stopping.signal.aborted) reviving = revive()
    })
  }
  let current = keeper
  let reviving: Promise<void> | undefined
  // The process was killed from outside: pools reconnect by themselves once it listens on the same port again.
  const revive = async () => {
    log.error('The embedded database is gone; starting it again')
    // It may be killed once more while it starts, or find its disk full for an hour.
    for (
      let pause = FIRST_PAUSE_MS;
      !stopping.signal.aborted;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    ) {
      try {
        if (runningPort(cluster) === undefined) await launch(cluster, port)
        await probe(adminUrl, stopping.signal)
        current = await keep(adminUrl, dataDir)
        watch(current)
        return
      } catch (error) {
        log.fatal({ err: error }, 'The embedded database could not be started again; it is tried again')
        await sleep(pause, undefined, stopping).catch(() => undefined)
      }
    }
  }
  watch(keeper)
  await createDatabase(keeper)
  return {
    ownerUrl: urlOf(password, port, NAME),
    appUrl: await prepareAppRole(urlOf(password, port, NAME), log),
    stop: async () => {
      stopping.abort()
      await reviving
      await current.end().catch(() => undefined)
      if (runningPort(cluster) !== undefined) await halt(cluster)
    },
  }
}

/** Where the embedded database of a folder answers; undefined where it does not run. */
export async function runningDatabase(dataDir: string, log: Log): Promise<string | undefined> {
  const file = join(dataDir, 'database.json')
  if (!existsSync(file)) return undefined
  const cluster = placeCluster(dataDir, log)
  const port = runningPort(cluster)
  return port === undefined ? undefined : urlOf(await ownerPassword(file, cluster, log), port, NAME)
}

const urlOf = (password: string, port: number, database: string) =>
  `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`

const passwordSchema = z.object({ ownerPassword: z.string().check(z.minLength(16)) })

async function ownerPassword(file: string, cluster: Cluster, log: Log): Promise<string> {
  if (existsSync(file)) return z.parse(passwordSchema, JSON.parse(readFileSync(file, 'utf8'))).ownerPassword
  if (existsSync(join(cluster.folder, 'PG_VERSION'))) {
    if (!cluster.elsewhere) {
      throw new ConfigError([
        `DATA_DIR: ${file} is missing, and the database in ${cluster.folder} opens only with it`,
      ])
    }
    // DATA_DIR was emptied, and its database, which lives outside, was not: it is put aside, not deleted.
    if (runningPort(cluster) !== undefined) await halt(cluster)
    const aside = `${cluster.folder}.${Date.now()}`
    renameSync(cluster.folder, aside)
    log.warn({ aside }, 'The database of an emptied DATA_DIR was put aside')
  }
  const made = randomBytes(24).toString('base64url')
  writeFileSync(file, `${JSON.stringify({ ownerPassword: made })}\n`, { mode: 0o600 })
  return made
}

// Waits through start and recovery, which refuse connections with a code of their own. Who stops the server need not wait.
async function probe(url: string, stopping?: AbortSignal): Promise<void> {
  const until = Date.now() + ANSWER_SECONDS * 1000
  for (;;) {
    try {
      await withConnection({ connectionString: url, connectionTimeoutMillis: 5000 }, async () => {})
      return
    } catch (error) {
      const starting =
        error instanceof Error && 'code' in error && (error.code === '57P03' || error.code === 'ECONNREFUSED')
      if (!starting || Date.now() > until || stopping?.aborted) throw error
      await sleep(100)
    }
  }
}

/** Holds one connection with a lock: it tells a second server on the same folder, and it notices the database's death. */
async function keep(url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'gatehouse keeper' })
  // Until it is watched: a connection that breaks between two statements must not end the process.
  client.on('error', () => {})
  await client.connect()
  const until = Date.now() + LOCK_SECONDS * 1000
  for (;;) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK])
    if (rows[0]?.free) return client
    if (Date.now() > until) {
      await client.end()
      throw new ConfigError([`DATA_DIR: another server is running on ${dataDir}`])
    }
    await sleep(100)
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME])
  if (!rowCount) await client.query(`create database ${NAME}`)
}
