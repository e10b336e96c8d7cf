// A pool of connections of the application: nobody waits for one for ever, and nobody keeps one for ever.
import pg from 'pg'
import type { Log } from '../log.ts'

const INT8 = 20
const DATE = 1082

// Ids, counts and epoch milliseconds all fit a double; a string would sort and compare wrongly.
pg.types.setTypeParser(INT8, Number)
// A day of the calendar stays as it is written: a Date would put it into this machine's zone.
pg.types.setTypeParser(DATE, String)

export interface PoolOptions {
  url: string
  log: Log
  /** Whose it is, as logs, health and the database's own lists of connections say. */
  name?: string
  connections?: number
  /** How long somebody waits for a connection, or for the database to give a new one. */
  waitMs?: number
  /** The database breaks a statement off after so long; 0: never. */
  statementMs?: number
  /** The database ends a connection whose transaction has stood still for so long; 0: never. */
  idleMs?: number
}

/** How much of a pool is in use. */
export interface PoolLoad {
  size: number
  busy: number
  waiting: number
  /** Calls that waited in vain since the start. */
  refused: number
  /** Calls that found no connection free since the start, and how long all of them waited. */
  waits: number
  waitedMs: number
}

/** All connections of a pool were in use for as long as somebody may wait: an outage to whoever asks for the reason. */
export class Saturated extends Error {
  /** PostgreSQL's own for “too many connections”. */
  readonly code = '53300'
  constructor(pool: string) {
    super(`All connections of the pool for ${pool} are in use`)
    this.name = 'Saturated'
  }
}

/** A new connection did not come about in time. */
class NoConnection extends Error {
  readonly code = 'ETIMEDOUT'
}

const LOG_EVERY_MS = 10_000

interface Watched {
  name: string
  refused: number
  waits: number
  waitedMs: number
  loggedAt: number
  unlogged: number
  log: Log
}
const watched = new WeakMap<pg.Pool, Watched>()

/** Opens a pool. A lost connection is logged, not thrown: what runs on it fails, the next query opens another. */
export function createPool(options: PoolOptions): pg.Pool {
  const { url, log, name = 'people', connections = 20 } = options
  const { waitMs = 10_000, statementMs = 120_000, idleMs = 120_000 } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    application_name: `gatehouse ${name}`,
    ...(statementMs > 0 && { statement_timeout: statementMs }),
    ...(idleMs > 0 && { idle_in_transaction_session_timeout: idleMs }),
  })
  watched.set(pool, { name, refused: 0, waits: 0, waitedMs: 0, loggedAt: 0, unlogged: 0, log })
  // The pool listens to idle connections only. One that breaks between two statements of a transaction would end the
  // process, and is heard here in any state.
  pool.on('connect', client =>
    client.on('error', error => log.warn({ err: error, pool: name }, 'A database connection was lost')),
  )
  pool.on('error', () => {})
  return pool
}

/** Takes a connection; throws `Saturated` where none became free in time. */
export async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  const waits = pool.idleCount === 0 && pool.totalCount >= pool.options.max
  const began = waits ? performance.now() : 0
  try {
    return await pool.connect()
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error || !/timeout/i.test(error.message)) throw error
    const about = watched.get(pool)
    if (pool.totalCount < pool.options.max)
      throw new NoConnection('The database gives no connection', { cause: error })
    if (about) tellSaturation(about, pool)
    throw new Saturated(about?.name ?? 'the database')
  } finally {
    const about = watched.get(pool)
    if (waits && about) {
      about.waits++
      about.waitedMs += performance.now() - began
    }
  }
}

// Hundreds may wait in vain at once: one line says it for all of them.
function tellSaturation(about: Watched, pool: pg.Pool): void {
  about.refused++
  about.unlogged++
  if (Date.now() - about.loggedAt < LOG_EVERY_MS) return
  about.log.error(
    { pool: about.name, refused: about.unlogged, waiting: pool.waitingCount, size: pool.totalCount },
    'All database connections of a pool are in use',
  )
  about.loggedAt = Date.now()
  about.unlogged = 0
}

export function loadOf(pool: pg.Pool): PoolLoad {
  const { refused = 0, waits = 0, waitedMs = 0 } = watched.get(pool) ?? {}
  return {
    size: pool.options.max,
    busy: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
    ...{ refused, waits, waitedMs: Math.round(waitedMs) },
  }
}
