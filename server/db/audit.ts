// Who did what, when, from where: append-only, each entry chained to the one before it of the same tenant.
import { createHash } from 'node:crypto'
import pg from 'pg'

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

/** An entry as it was written. */
export interface Stored extends Omit<AuditEntry, 'detail'> {
  at: number
  detail: unknown
}

/** What the first entry of a chain is chained to. */
export const START = Buffer.alloc(32)

/**
 * The statements that end a transaction with its entries. The database chains them, in the same message as the commit: from
 * there on everybody else of the tenant who writes entries waits.
 */
export function commitWith(entries: readonly AuditEntry[]): string {
  const at = Date.now()
  const tenants = [...new Set(entries.map(({ tenantId }) => tenantId))].sort((a, b) => a - b)
  const calls = tenants.map(tenantId => {
    const own = entries
      .filter(entry => entry.tenantId === tenantId)
      .map(entry => ({ ...entry, sealed: textOf({ ...entry, at }) }))
    return `select append_audit(${Number(tenantId)}, ${at}, ${pg.escapeLiteral(JSON.stringify(own))}); `
  })
  return `${calls.join('')}commit`
}

/** What an entry is sealed with, and the next one chained to. */
export function hashOf(previous: Buffer, entry: Stored): Buffer {
  return createHash('sha256').update(previous).update(textOf(entry)).digest()
}

const textOf = ({ tenantId, at, userId, userName, address, action, entity, rowId, detail }: Stored): string =>
  canonical([tenantId, at, userId, userName, address, action, entity, rowId, detail])

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
