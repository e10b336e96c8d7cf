// Who did what, when, from where: append-only, each entry chained to the one before it of the same tenant.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Data, WHOLE } from './scoped.ts'

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

interface Stored extends AuditEntry {
  at: number
}

const START = Buffer.alloc(32)
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

/** An entry of a chain, named so that another entry in its place shows. */
export interface ChainMark {
  id: number
  hash: Buffer
}

export interface ChainWalk {
  /** Entries that were looked at. */
  entries: number
  /** The newest of them, else where the walk began. */
  end: ChainMark | undefined
  /** The first entry that does not fit its predecessor or its own hash, or the mark that is not there any more. */
  broken: number | undefined
}

const PAGE = 1000

/**
 * Proves a tenant's chain, from its beginning or on from an entry that was proved before. Page by page, each in a
 * transaction of its own: a long log holds nobody up.
 */
export async function walkChain(data: Data, tenantId: number, from?: ChainMark): Promise<ChainWalk> {
  if (from && !(await holds(data, tenantId, from))) return { entries: 0, end: from, broken: from.id }
  let end = from
  let entries = 0
  for (;;) {
    const rows = await data.scoped(WHOLE, sql =>
      sql.query<Stored & { id: number; previous: Buffer; hash: Buffer }>(
        `select id, tenant_id as "tenantId", at, user_id as "userId", user_name as "userName", address, action, entity,
           row_id as "rowId", detail, previous, hash from audit where tenant_id = $1 and id > $2 order by id limit ${PAGE}`,
        [tenantId, end?.id ?? 0],
      ),
    )
    for (const row of rows) {
      entries++
      const previous = end?.hash ?? START
      if (!row.previous.equals(previous) || !row.hash.equals(hashOf(previous, row)))
        return { entries, end, broken: row.id }
      end = { id: row.id, hash: row.hash }
    }
    if (rows.length < PAGE) return { entries, end, broken: undefined }
  }
}

/** Whether an entry still stands in a tenant's chain as it was marked. */
export async function holds(data: Data, tenantId: number, { id, hash }: ChainMark): Promise<boolean> {
  const row = await data.scoped(WHOLE, sql =>
    sql.first<{ hash: Buffer }>('select hash from audit where tenant_id = $1 and id = $2', [tenantId, id]),
  )
  return row?.hash.equals(hash) ?? false
}

function hashOf(previous: Buffer, entry: Stored): Buffer {
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
