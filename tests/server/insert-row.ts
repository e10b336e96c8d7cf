// Rows that tests lay down themselves.
import type { Sql } from '../../server/db/scoped.ts'

/** Inserts a row with the columns that every stored entity has; answers its id. */
export async function insert(sql: Sql, table: string, columns: Record<string, unknown>): Promise<number> {
  const all = { created_at: Date.now(), updated_at: Date.now(), ...columns }
  const names = Object.keys(all).map(name => `"${name}"`)
  const row = await sql.first<{ id: number }>(
    `insert into ${table} (${names}) values (${names.map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(all),
  )
  if (!row) throw new Error(`${table}: nothing inserted`)
  return row.id
}
