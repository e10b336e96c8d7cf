// Turns that processes take by a lock of the database, without waiting for each other.
import type { Sql } from './scoped.ts'
import { firstOf, tables } from './typed.ts'

/** Whether the lock is this transaction's, until it ends: false while another one has it. */
export async function takesTurn(sql: Sql, lock: number): Promise<boolean> {
  const turn = await firstOf(
    sql,
    tables.selectNoFrom(({ fn, val }) => fn<boolean>('pg_try_advisory_xact_lock', [val(lock)]).as('ours')),
  )
  return turn?.ours === true
}
