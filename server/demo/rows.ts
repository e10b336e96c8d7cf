// Writes many rows of one table with one statement.
import type { Bus } from '../bus.ts'
import type { Sql } from '../db/scoped.ts'

/**
 * Inserts rows whose keys are column names; all rows have the keys of the first. Answers the ids in the order of the
 * rows, for tables that have one.
 */
export async function insertRows(
  sql: Sql,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  returning?: 'id',
): Promise<number[]> {
  const first = rows[0]
  if (!first) return []
  const columns = Object.keys(first)
    .map(column => `"${column}"`)
    .join(', ')
  const made = await sql.query<{ id: number }>(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) ${returning ? 'returning id' : ''}`,
    [JSON.stringify(rows)],
  )
  return made.map(row => row.id)
}

/** Nobody listens while the demo is laid down. */
export const silentBus: Bus = { emit: () => undefined, on: () => () => undefined }
