// What every change of a row is held to: who may write, that references stay in the tenant, that nothing in use goes.
import pg from 'pg'
import { entities } from '../../src/domain/entities.ts'
import type { EntityDefinition } from '../../src/domain/entity.ts'
import type { Context } from '../http/handlers.ts'
import { Refused } from '../http/refusal.ts'
import type { Store } from './statement.ts'
import { tableOf } from './table.ts'

const UNIQUE_VIOLATION = '23505'

/** Who did it, for the audit log. */
export function by({ person, address }: Pick<Context, 'person' | 'address'>, tenantId: number) {
  return { tenantId, userId: person.accountId, userName: person.username, address }
}

export function refuseUnlessOwner(entity: EntityDefinition, { person }: Context): void {
  if (entity.owner === 'platform' && !person.platform) throw new Refused('forbidden')
}

/** A reference to a row of another tenant is refused exactly as one to no row at all. */
export async function checkReferences(
  entity: EntityDefinition,
  input: Record<string, unknown>,
  tenantId: number,
  { sql }: Context,
): Promise<void> {
  for (const [field, reference] of Object.entries(entity.refs ?? {})) {
    const value = input[field]
    if (!reference || value === undefined || value === null || reference.entity === 'tenant') continue
    const wanted = [...new Set(Array.isArray(value) ? value : [value])]
    if (wanted.length === 0) continue
    const owned = entities.find(({ key }) => key === reference.entity)?.owner === 'tenant'
    const row = await sql.first<{ n: number }>(
      `select count(*) as n from ${tableOf(reference.entity)} where id = any($1::bigint[]) and removed_at is null ${
        owned ? 'and tenant_id = $2' : 'and $2::bigint is not null'
      }`,
      [wanted, tenantId],
    )
    if (row?.n !== wanted.length) throw new Refused('field.reference', { field })
  }
}

export async function refuseInUse({ table }: Store, id: number, { sql }: Context): Promise<void> {
  for (const { table: other, column } of table.usedBy ?? []) {
    const row = await sql.first<{ n: number }>(
      `select count(*) as n from ${other} where ${column} = $1 and removed_at is null`,
      [id],
    )
    if (row && row.n > 0) throw new Refused('row.inUse', { params: { count: row.n } })
  }
}

/** A unique index speaks of itself; the wire names the field. */
export async function named<Result>({ table }: Store, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
    const field = table.unique?.[error.constraint ?? '']
    throw new Refused('field.duplicate', field === undefined ? {} : { field })
  }
}
