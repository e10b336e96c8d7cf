// What one process changes of roles, rights and schema at its start, no other changes at the same moment: PostgreSQL
// refuses two changes of the same rights ("tuple concurrently updated"), and the start would fail.
import type pg from 'pg'
import type { Sql } from './scoped.ts'

const LOCK = 4_152_064

/** Waits for its turn; the lock is let go with the connection. */
export async function lockSetup(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
}

/** The same turn, for what is written in a transaction; it ends with it. */
export async function lockSetupWithin(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [LOCK])
}
