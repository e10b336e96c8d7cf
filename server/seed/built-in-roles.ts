// The roles that every tenant is made with, as rules over the resources, so that a later resource finds its roles.
import { pageOpens } from '../../src/contract/page-needs.ts'
import type { Scenario } from '../../src/domain/access/session-words.ts'
import { entities } from '../../src/domain/entities.ts'
import { keysOf } from '../../src/domain/keys.ts'
import { visitorPermissions, visitorRoutes } from '../../src/domain/visitor.ts'
import type { Sql } from '../db/scoped.ts'
import { branches } from './navigation-tree.ts'

export type BuiltInRole = 'administrator' | 'property' | 'patrol' | 'duty' | 'visitor'

interface RoleRule {
  name: string
  description: string
  scope: 'tenant' | 'department'
  /** Whether the role holds a permission. */
  holds(permission: string): boolean
  /** Directories (by English name) all of whose menus the role opens, besides those that its permissions bring. */
  directories: readonly string[] | 'all'
  /** Single menus that the role opens besides. */
  menus?: readonly string[]
  /** Single menus that it does not open all the same. */
  without?: readonly string[]
}

const grantsOf = new Map(entities.map(({ permission, grants }) => [permission, grants]))

/** Whether an entity grants a permission to the role, or keeps it for the platform. */
const among = (role: 'property' | 'patrol' | 'duty' | 'platform') => (permission: string) => {
  const [subject = '', verb = ''] = permission.split('.')
  return grantsOf.get(subject)?.[role]?.includes(verb) === true
}

export const builtInRoles: Readonly<Record<BuiltInRole, RoleRule>> = {
  administrator: {
    name: '租户管理员',
    description: '管理本租户的全部内容',
    scope: 'tenant',
    holds: permission => !among('platform')(permission),
    directories: 'all',
    without: ['myDay'],
  },
  property: {
    name: '物业人员',
    description: '负责设备、告警、门禁和住户',
    scope: 'tenant',
    holds: among('property'),
    directories: [
      'Devices',
      'Readings',
      'Commands',
      'Reports',
      'Cards & bills',
      'Dashboards',
      'Map',
      'Doors & calls',
      'Community',
      'People',
      'Supervision',
      'Construction site',
      'Announcements',
      'Advertising',
      'Mall',
    ],
    menus: ['jzvideo', 'monitoringVideo', 'timeMachine'],
  },
  patrol: {
    name: '巡逻人员',
    description: '查看并处理本部门的设备和告警',
    scope: 'department',
    holds: among('patrol'),
    directories: ['Readings', 'Map'],
    menus: ['myDay'],
  },
  duty: {
    name: '值班人员',
    description: '值守告警，查看设备、通话和视频',
    scope: 'tenant',
    holds: among('duty'),
    directories: [
      'Readings',
      'Commands',
      'Reports',
      'Dashboards',
      'Map',
      'Doors & calls',
      'Video',
      'People',
      'Supervision',
      'Construction site',
      'Announcements',
    ],
  },
  visitor: {
    name: '访客',
    description: '只能查看，不能修改',
    scope: 'tenant',
    holds: permission => visitorPermissions.includes(permission),
    directories: [],
    menus: visitorRoutes,
  },
}

/** Menus that only the platform works with, whatever a role's directories say. */
const PLATFORM_MENUS = new Set(['tenantList', 'permissionManager'])

interface ResourceRow {
  id: number
  type: 'directory' | 'menu' | 'button'
  parent_id: number | null
  value: string | null
  mark: string | null
  en_name: string | null
}

/** Resources of a role in a tenant of these scenarios, with everything above them. */
export function resourcesOf(
  role: BuiltInRole,
  scenarios: readonly Scenario[],
  resources: ReadonlyMap<number, ResourceRow>,
): Set<number> {
  const rule = builtInRoles[role]
  const foreign = new Set<string>(
    branches
      .filter(
        branch =>
          !scenarios.includes('platform') &&
          branch.scenarios?.some(each => scenarios.includes(each)) === false,
      )
      .map(branch => branch.en),
  )
  const chosen = new Set<number>()
  const choose = (row: ResourceRow | undefined) => {
    for (let at = row; at && !chosen.has(at.id); at = resources.get(at.parent_id ?? 0)) chosen.add(at.id)
  }
  for (const row of resources.values()) {
    if (row.type === 'button' && row.mark && rule.holds(row.mark)) choose(row)
    if (row.type !== 'menu' || PLATFORM_MENUS.has(row.value ?? '')) continue
    const directory = resources.get(row.parent_id ?? 0)?.en_name ?? row.en_name ?? ''
    // A directory alone opens no page that would refuse.
    if (!pageOpens(row.value ?? '', rule.holds)) continue
    const opened =
      rule.directories === 'all' ||
      rule.directories.includes(directory) ||
      rule.menus?.includes(row.value ?? '') === true
    if (opened && !foreign.has(directory) && !rule.without?.includes(row.value ?? '')) choose(row)
  }
  return chosen
}

/** Reads what the rules look at. */
export async function readResourceRows(sql: Sql): Promise<Map<number, ResourceRow>> {
  const rows = await sql.query<ResourceRow>(
    'select id, type, parent_id, value, mark, en_name from resource where removed_at is null order by sort, id',
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Gives resources to built-in roles, and remembers that they were given: what a tenant takes away stays away. */
export async function linkResources(
  sql: Sql,
  links: readonly { tenantId: number; roleId: number; resourceId: number }[],
): Promise<void> {
  const values = [
    links.map(link => link.tenantId),
    links.map(link => link.roleId),
    links.map(link => link.resourceId),
  ]
  for (const table of ['role_resource', 'role_offer'])
    await sql.query(
      `insert into ${table} (tenant_id, role_id, resource_id)
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[]) on conflict do nothing`,
      values,
    )
}

/**
 * Gives the built-in roles of every tenant what today's rules give and none of them was given before: new permissions, and
 * menus that opened since. Rights taken from such a role earlier stay taken.
 */
export async function grantToBuiltInRoles(sql: Sql): Promise<void> {
  const resources = await readResourceRows(sql)
  const roles = await sql.query<{
    id: number
    tenant_id: number
    name: string
    scenarios: Scenario[]
    given: number[]
  }>(
    `select role.id, tenant_id, role.name, coalesce(scenarios, '{}') || scenario as scenarios,
       (select coalesce(json_agg(resource_id), '[]') from role_offer where role_id = role.id) as given
     from role join tenant on tenant.id = tenant_id where built_in and role.removed_at is null`,
  )
  const names = new Map(keysOf(builtInRoles).map(key => [builtInRoles[key].name, key]))
  const links = roles.flatMap(role => {
    const rule = names.get(role.name)
    if (!rule) return []
    const given = new Set(role.given)
    return [...resourcesOf(rule, role.scenarios, resources)]
      .filter(id => !given.has(id))
      .map(resourceId => ({ tenantId: role.tenant_id, roleId: role.id, resourceId }))
  })
  if (links.length > 0) await linkResources(sql, links)
}
