// What a wall sees: its department and all below it, or the whole tenant; and a person who looks at one, no more than it does.
import { permissionFor } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { wall } from '../../../src/domain/wall/wall.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { scopeOf } from '../../person.ts'
import { departmentsBelow } from '../access/public.ts'

/** Null: all. Of a department that was deleted, none. */
export async function departmentsOfWall(
  sql: Sql,
  departmentId: number | null,
): Promise<readonly number[] | null> {
  return departmentId === null ? null : (await departmentsBelow(sql, departmentId)).map(({ id }) => id)
}

/** The context of a person who looks at a wall: their own rights, in the departments that both see. */
export async function asWall<Asker extends Context>(
  walls: Store,
  wallId: number,
  context: Asker,
): Promise<Asker> {
  const { person, sql } = context
  if (person.wall !== undefined) return context
  if (!holds(person.permissions, permissionFor(wall, 'read'))) throw new Refused('forbidden')
  await readRow(walls, wallId, context)
  const row = await firstOf(sql, tables.selectFrom('wall').select('department_id').where('id', '=', wallId))
  const shown = await departmentsOfWall(sql, row?.department_id ?? null)
  const own = person.departments
  const departments = shown === null ? own : own === null ? shown : shown.filter(id => own.includes(id))
  const narrowed = { ...person, departments }
  return {
    ...context,
    person: narrowed,
    scope: { ...context.scope, departments: scopeOf(narrowed).departments },
  }
}
