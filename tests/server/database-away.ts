// A database that nobody can reach, for as long as a test likes.
import type pg from 'pg'

/** Lets no pool give a connection out, whichever way it is asked; returns what ends it. */
export function takeAway(pools: readonly pg.Pool[]): () => void {
  const before = pools.map(pool => ({ pool, connect: pool.connect }))
  const connect = (told?: (error: Error) => void) => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    if (!told) return Promise.reject(error)
    // A query of the pool itself is told this way, and by nothing else.
    process.nextTick(told, error)
    return undefined
  }
  for (const pool of pools) Object.assign(pool, { connect })
  return () => {
    for (const one of before) Object.assign(one.pool, { connect: one.connect })
  }
}
