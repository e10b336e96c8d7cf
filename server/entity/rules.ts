// What every change of a row is held to: who may write, that references stay in the tenant, that nothing in use goes.
import pg from 'pg'
import { entities } from '../../src/domain/entities.ts'
import type { EntityDefinition } from '../../src/domain/entity.ts'
import type { Context } from '../http/handlers.ts'
import { Refused } from '../http/refusal.ts'
import type { Store } from './statement.ts'
import { tableOf } from './table.ts'

const UNIQUE_VIOLATION = '23505'
const EXCLUSION_VIOLATION = '23P01'

const refusalOf = new Map<string | undefined, 'field.duplicate' | 'field.overlap'>([
  [UNIQUE_VIOLATION, 'field.duplicate'],
  [EXCLUSION_VIOLATION, 'field.overlap'],
])

/** Who did it, for the audit log. */
export function by({ person, address }: Pick<Context, 'person' | 'address'>, tenantId: number) {
  const userId = person.key === undefined ? person.accountId : null
  return { tenantId, userId, userName: person.username, address }
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
    const ofTenant = owned ? tenantId : undefined
    if (!(await holdRows(sql, tableOf(reference.entity), wanted, ofTenant)))
      throw new Refused('field.reference', { field })
  }
}

/**
 * Whether rows are there to be referred to; they cannot be removed until the transaction is over. Who removes one has locked
 * it before looking whether it is in use, so one of the two sees the other. `tenantId` undefined: rows are nobody's own.
 */
export async function holdRows(
  sql: Context['sql'],
  table: string,
  ids: readonly unknown[],
  tenantId: number | undefined,
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  const rows = await sql.query(
    `select id from ${table} where id = any($1::bigint[]) and removed_at is null
       and ${tenantId === undefined ? '$2::bigint is null' : 'tenant_id = $2'} order by id for key share`,
    [wanted, tenantId ?? null],
  )
  return rows.length === wanted.length
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

/** A unique index, or a constraint that lets no two stretches of time overlap, speaks of itself; the wire names the field. */
export async function named<Result>(
  { table }: { table: Pick<Store['table'], 'unique'> },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const id = refusalOf.get(error.code)
    if (id === undefined) throw error
    const field = table.unique?.[error.constraint ?? '']
    throw new Refused(id, field === undefined ? {} : { field })
  }
}

/** A department beyond the person's sight is as unknown as one that is none. */
export async function refuseUnknownDepartment(
  departmentId: number | undefined,
  context: Context,
): Promise<void> {
  if (departmentId === undefined) return
  const { person, scope, sql } = context
  const row = await sql.first(
    `select id from department where id = $1 and removed_at is null and ($2::bigint is null or tenant_id = $2)
       and ($3::bigint[] is null or id = any($3))`,
    [
      departmentId,
      scope.tenant === '*' ? null : scope.tenant,
      person.departments === null ? null : [...person.departments],
    ],
  )
  if (!row) throw new Refused('row.unknown')
}
