// The connection pool of the application.
import pg from 'pg'
import type { Log } from '../log.ts'

const INT8 = 20

// Ids, counts and epoch milliseconds all fit a double; a string would sort and compare wrongly.
pg.types.setTypeParser(INT8, Number)

/** Opens a pool. A lost connection is logged, not thrown: what runs on it fails, the next query opens another. */
export function createPool(options: { url: string; log: Log; connections?: number }): pg.Pool {
  const pool = new pg.Pool({ connectionString: options.url, max: options.connections ?? 20 })
  // The pool listens to idle connections only. One that breaks between two statements of a transaction would end the
  // process, and is heard here in any state.
  pool.on('connect', client =>
    client.on('error', error => options.log.warn({ err: error }, 'A database connection was lost')),
  )
  pool.on('error', () => {})
  return pool
}
