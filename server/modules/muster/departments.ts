// The tree of departments of a tenant, read once for a roll of thousands.
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

/** Deeper trees than this are a mistake, and a search must end. */
const DEEPEST = 50

export interface Departments {
  parents: ReadonlyMap<number, number | null>
  /** A department and all below it. */
  below(id: number): number[]
}

export async function readDepartments(sql: Sql, tenantId: number): Promise<Departments> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('department')
      .select(['id', 'parent_id as parentId'])
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null),
  )
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]))
  const tree = {
    parents,
    below: (id: number) => [...parents.keys()].filter(each => aboveEach(tree, each).includes(id)),
  }
  return tree
}

/** A department and all above it, the nearest first. */
export function aboveEach({ parents }: Pick<Departments, 'parents'>, departmentId: number | null): number[] {
  const above: number[] = []
  for (let at = departmentId; at !== null && above.length < DEEPEST; at = parents.get(at) ?? null)
    above.push(at)
  return above
}
