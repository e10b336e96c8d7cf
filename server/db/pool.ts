// The connection pool of the application.
import pg from 'pg'
import type { Log } from '../log.ts'

const INT8 = 20

// Ids, counts and epoch milliseconds all fit a double; a string would sort and compare wrongly.
pg.types.setTypeParser(INT8, Number)

/** Opens a pool. A lost idle connection is logged, not thrown: the next query opens another. */
export function createPool(options: { url: string; log: Log; connections?: number }): pg.Pool {
  const pool = new pg.Pool({ connectionString: options.url, max: options.connections ?? 20 })
  pool.on('error', error => options.log.warn({ err: error }, 'An idle database connection was lost'))
  return pool
}
