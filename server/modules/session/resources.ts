// Directories, menus and buttons as the platform defines them; the same for every tenant.
import type { Sql } from '../../db/scoped.ts'

export interface Resource {
  id: number
  parentId: number | null
  type: 'directory' | 'menu' | 'button'
  name: string
  enName: string | null
  value: string | null
  uri: string | null
  icon: string | null
  mark: string | null
  enabled: boolean
  sort: number
}

export type Resources = ReadonlyMap<number, Resource>

/** All that are not removed, in their order. */
export async function readResources(sql: Sql): Promise<Resources> {
  const rows = await sql.query<Resource>(
    `select id, parent_id as "parentId", type, name, en_name as "enName", value, uri, icon, nullif(mark, '') as mark,
       status = 'enabled' as enabled, sort from resource where removed_at is null order by sort, id`,
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Those that are enabled, and so is everything above them: a button of a disabled menu is disabled too. */
export function withAncestorsEnabled(resources: Resources): Resources {
  const judged = new Map<number, boolean>()
  const judge = (resource: Resource): boolean => {
    const known = judged.get(resource.id)
    if (known !== undefined) return known
    judged.set(resource.id, false)
    const parent = resource.parentId === null ? undefined : resources.get(resource.parentId)
    const open = resource.enabled && (resource.parentId === null || (parent !== undefined && judge(parent)))
    judged.set(resource.id, open)
    return open
  }
  return new Map([...resources].filter(([, resource]) => judge(resource)))
}

/** The ids and those of everything above them. */
export function withAncestors(ids: readonly number[], resources: Resources): ReadonlySet<number> {
  const all = new Set<number>()
  for (const id of ids) {
    let resource = resources.get(id)
    while (resource && !all.has(resource.id)) {
      all.add(resource.id)
      resource = resource.parentId === null ? undefined : resources.get(resource.parentId)
    }
  }
  return all
}
