// Who did what, when, from where: append-only, each entry chained to the one before it of the same tenant.
import { createHash } from 'node:crypto'
import type pg from 'pg'

export interface AuditEntry {
  tenantId: number
  userId: number | null
  userName: string | null
  address: string | null
  action: string
  entity: string | null
  rowId: number | null
  /** Never a password, a token or a code. */
  detail: Record<string, unknown> | null
}

/** Statements of the transaction that entries are part of. */
interface Statements {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  first<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row | undefined>
}

/** An entry as it was written. */
export interface Stored extends Omit<AuditEntry, 'detail'> {
  at: number
  detail: unknown
}

/** What the first entry of a chain is chained to. */
export const START = Buffer.alloc(32)
const LOCK_SPACE = 415

/** Writes entries at the end of their transaction; the lock keeps the chain of a tenant in one order. */
export async function writeAudit(sql: Statements, entries: readonly AuditEntry[]): Promise<void> {
  for (const tenantId of [...new Set(entries.map(entry => entry.tenantId))].sort((a, b) => a - b)) {
    await sql.query('select pg_advisory_xact_lock($1, $2)', [LOCK_SPACE, tenantId % 2_147_483_647])
    const last = await sql.first<{ hash: Buffer }>(
      'select hash from audit where tenant_id = $1 order by id desc limit 1',
      [tenantId],
    )
    let previous = last?.hash ?? START
    const at = Date.now()
    const rows = entries
      .filter(entry => entry.tenantId === tenantId)
      .map(entry => {
        const hash = hashOf(previous, { ...entry, at })
        const row = { entry, previous, hash }
        previous = hash
        return row
      })
    await sql.query(
      `insert into audit (tenant_id, at, user_id, user_name, address, action, entity, row_id, detail, previous, hash)
       select $1, $2, user_id, user_name, address, action, entity, row_id, detail::jsonb, previous, hash
       from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[], $10::bytea[], $11::bytea[])
         with ordinality as entry (user_id, user_name, address, action, entity, row_id, detail, previous, hash, n)
       order by n`,
      [
        tenantId,
        at,
        rows.map(({ entry }) => entry.userId),
        rows.map(({ entry }) => entry.userName),
        rows.map(({ entry }) => entry.address),
        rows.map(({ entry }) => entry.action),
        rows.map(({ entry }) => entry.entity),
        rows.map(({ entry }) => entry.rowId),
        rows.map(({ entry }) => (entry.detail ? JSON.stringify(entry.detail) : null)),
        rows.map(row => row.previous),
        rows.map(row => row.hash),
      ],
    )
  }
}

/** What an entry is sealed with, and the next one chained to. */
export function hashOf(previous: Buffer, entry: Stored): Buffer {
  const { tenantId, at, userId, userName, address, action, entity, rowId, detail } = entry
  const text = canonical([tenantId, at, userId, userName, address, action, entity, rowId, detail])
  return createHash('sha256').update(previous).update(text).digest()
}

// The database reorders the keys of a stored object, so the hash is over sorted ones.
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${parts.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}
