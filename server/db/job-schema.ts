// Brings the schema of the job queue up to date. It belongs to the owner of the tables; the application only works in it.
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { APP_ROLE } from './roles.ts'

export const SCHEMA = 'pgboss'

/** Two servers that start together take turns by a lock of pg-boss's own. */
export async function installJobs(owner: pg.Client): Promise<void> {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: async (text, values) => allRows(await owner.query(text, values)) },
    supervise: false,
    schedule: false,
    registerInstance: false,
  })
  let failed: Error | undefined
  boss.on('error', error => {
    failed = error
  })
  try {
    await boss.start()
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
  if (failed) throw failed
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [APP_ROLE])
  if (!rowCount) return
  for (const right of RIGHTS) await owner.query(right)
}

const RIGHTS = [
  `grant usage on schema ${SCHEMA} to ${APP_ROLE}`,
  `grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${APP_ROLE}`,
  `grant usage, select on all sequences in schema ${SCHEMA} to ${APP_ROLE}`,
  `grant execute on all functions in schema ${SCHEMA} to ${APP_ROLE}`,
]

/** Of several statements in one text the driver answers several results; pg-boss wants the rows of all. */
export const allRows = (result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } => ({
  rows: Array.isArray(result) ? result.flatMap(each => each.rows) : result.rows,
})
