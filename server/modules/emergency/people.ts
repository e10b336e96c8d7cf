// Who may read an emergency: only they can be given a role, told, or handed it over.
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { audienceOf } from '../notices/public.ts'

export interface Reader {
  id: number
  name: string
  phone: string | null
}

export async function readersOf(
  sql: Sql,
  emergencyId: number,
  permission: 'emergency.read' | 'emergency.work' = 'emergency.read',
): Promise<Reader[]> {
  const found = await firstOf(
    sql,
    tables.selectFrom('emergency').select(['tenant_id', 'department_id']).where('id', '=', emergencyId),
  )
  if (!found) throw new Refused('row.unknown')
  const ids = await audienceOf(
    sql,
    { tenantId: found.tenant_id, departmentId: found.department_id },
    permission,
  )
  if (ids.length === 0) return []
  return rowsOf(
    sql,
    tables
      .selectFrom('account')
      .select(['id', 'name', 'phone'])
      .where('id', 'in', ids)
      .orderBy('name')
      .orderBy('id'),
  )
}

/** Those who are named; one who may not is as unknown as nobody. */
export async function refuseOthers(
  sql: Sql,
  emergencyId: number,
  wanted: readonly number[],
  field: string,
  permission?: 'emergency.work',
): Promise<Reader[]> {
  const readers = new Map((await readersOf(sql, emergencyId, permission)).map(each => [each.id, each]))
  return wanted.map(id => {
    const reader = readers.get(id)
    if (!reader) throw new Refused('field.reference', { field })
    return reader
  })
}
