// Who sees what of a community: its department decides, for its buildings, units and rooms too.
import { firstOf, tables } from '../../db/typed.ts'
import type { Saving } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

/** The department of the community whose id the expression names. */
export const departmentOf = (community: string): string =>
  `(select c.department_id from community c where c.id = ${community})`

/** Whether the person sees the communities of a department. */
export const seesCommunity = ({ person }: Pick<Context, 'person'>, departmentId: number | null): boolean =>
  person.departments === null || (departmentId !== null && person.departments.includes(departmentId))

/** A community beyond the person's sight is as unknown as one that is none. */
export async function refuseUnseen(
  { context, input }: Pick<Saving, 'context' | 'input'>,
  field: string,
  blamed = field,
): Promise<void> {
  const { person, sql } = context
  const id = input[field]
  if (id === undefined || person.departments === null) return
  const found = await firstOf(
    sql,
    tables
      .selectFrom('community')
      .select('id')
      .where('id', '=', Number(id))
      .where('department_id', 'in', [...person.departments, -1]),
  )
  if (!found) throw new Refused('field.reference', { field: blamed })
}

/** A device that is no door unit, or beyond the person's sight, has no place at a door. */
export async function refuseNoDoor({ context, tenantId }: Saving, deviceId: number): Promise<void> {
  const { person, sql } = context
  const found = await firstOf(
    sql,
    tables
      .selectFrom('device')
      .select(['kind', 'department_id as departmentId'])
      .where('id', '=', deviceId)
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .forKeyShare(),
  )
  const { departments } = person
  const isSeen =
    departments === null || (found?.departmentId ? departments.includes(found.departmentId) : false)
  if (!found || !isSeen) throw new Refused('field.reference', { field: 'deviceId' })
  if (found.kind !== 'doorUnit') throw new Refused('door.notDoorUnit', { field: 'deviceId' })
}

/** The community, held until the transaction is over; beyond the person's sight it is unknown. */
export async function seenCommunity({ sql, person, scope }: Context, id: number) {
  let wanted = tables.selectFrom('community').selectAll().where('id', '=', id).where('removed_at', 'is', null)
  if (scope.tenant !== '*') wanted = wanted.where('tenant_id', '=', scope.tenant)
  if (person.departments !== null) wanted = wanted.where('department_id', 'in', [...person.departments, -1])
  const found = await firstOf(sql, wanted.forUpdate())
  if (!found) throw new Refused('row.unknown')
  return found
}
