// What one process changes of roles, rights and schema at its start, no other changes at the same moment: PostgreSQL
// refuses two changes of the same rights ("tuple concurrently updated"), and the start would fail.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Sql } from './scoped.ts'
import { takesTurn } from './turn.ts'

const LOCK = 4_152_064
const PAUSE_MS = 100

const answer = z.tuple([z.object({ mine: z.boolean() })])

/**
 * Whoever waits asks again and again: one that stood in PostgreSQL's own line would be waited for by an index that the
 * process in front makes concurrently, and both would wait for ever.
 */
async function whenFree(ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask())) await sleep(PAUSE_MS)
}

/** Waits for its turn; the lock is let go with the connection. */
export const lockSetup = (client: pg.Client): Promise<void> =>
  whenFree(async () => {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCK])
    return z.parse(answer, rows)[0].mine
  })

/** The same turn, for what is written in a transaction; it ends with it. */
export const lockSetupWithin = (sql: Sql): Promise<void> => whenFree(() => takesTurn(sql, LOCK))
