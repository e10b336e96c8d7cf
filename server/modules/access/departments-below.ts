// A department with all below it: what somebody sees who is held to it.
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

/** One that was removed is none any more: then nothing is left to see. */
export const departmentsBelow = (sql: Sql, departmentId: number) =>
  rowsOf(
    sql,
    tables
      .withRecursive('below', inner =>
        inner
          .selectFrom('department')
          .select(['department.id', 'department.name'])
          .where('department.id', '=', departmentId)
          .where('department.removed_at', 'is', null)
          .union(
            inner
              .selectFrom('department as d')
              .innerJoin('below', 'below.id', 'd.parent_id')
              .select(['d.id', 'd.name'])
              .where('d.removed_at', 'is', null),
          ),
      )
      .selectFrom('below')
      .select(['below.id', 'below.name']),
  )
