// The person behind a session and what they may do, read fresh from the database.

import type { Scenario } from '../../../src/domain/access/session-words.ts'
import { EVERYTHING } from '../../../src/domain/permission.ts'
import { visitorPermissions, visitorRoutes } from '../../../src/domain/visitor.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Person } from '../../person.ts'
import { type Resource, type Resources, withAncestors, withAncestorsEnabled } from './resources.ts'

interface AccountRow {
  id: number
  tenant_id: number
  tenant_name: string
  tenant_zone: string
  scenario: Scenario
  username: string
  name: string
  nickname: string | null
  phone: string | null
  gender: string | null
  department_id: number | null
  department_name: string | null
  visitor: boolean
  highest: boolean
  roles: { name: string; scope: string; resources: number[] }[]
  below: number[]
}

/** Undefined when the account or its tenant is gone or disabled. Needs a scope that sees the account. */
export async function readPerson(
  sql: Sql,
  accountId: number,
  resources: Resources,
): Promise<Person | undefined> {
  const row = await sql.first<AccountRow>(
    `select a.id, a.tenant_id, t.name as tenant_name, t.zone as tenant_zone, t.scenario, a.username, a.name, a.nickname, a.phone,
       a.gender, a.department_id, d.name as department_name, a.visitor, a.highest,
       (select coalesce(json_agg(json_build_object('name', r.name, 'scope', r.scope, 'resources',
          (select coalesce(json_agg(rr.resource_id), '[]') from role_resource rr where rr.role_id = r.id)) order by r.name), '[]')
        from account_role ar join role r on r.id = ar.role_id and r.removed_at is null where ar.account_id = a.id) as roles,
       (with recursive tree as (
          select id from department where id = a.department_id and removed_at is null
          union select c.id from department c join tree on c.parent_id = tree.id where c.removed_at is null)
        select coalesce(json_agg(id), '[]') from tree) as below
     from account a join tenant t on t.id = a.tenant_id left join department d on d.id = a.department_id and d.removed_at is null
     where a.id = $1 and a.removed_at is null and a.status = 'enabled' and t.removed_at is null and t.status = 'enabled'`,
    [accountId],
  )
  if (!row) return undefined
  const enabled = withAncestorsEnabled(resources)
  const linked = row.highest ? [...resources.keys()] : row.roles.flatMap(role => role.resources)
  const permissions = new Set<string>(row.highest ? [EVERYTHING] : [])
  for (const id of linked) {
    const permission = enabled.get(id)?.mark
    if (permission && (permission !== EVERYTHING || row.highest)) permissions.add(permission)
  }
  const given = row.visitor ? linked.filter(id => isForVisitors(resources.get(id))) : linked
  if (row.visitor)
    for (const permission of permissions)
      if (!visitorPermissions.includes(permission)) permissions.delete(permission)
  return {
    accountId: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    tenantZone: row.tenant_zone,
    scenario: row.scenario,
    username: row.username,
    name: row.name,
    nickname: row.nickname,
    phone: row.phone,
    gender: row.gender,
    departmentId: row.department_name === null ? null : row.department_id,
    departmentName: row.department_name,
    roleNames: row.roles.map(role => role.name),
    visitor: row.visitor,
    highest: row.highest,
    platform: row.highest && row.scenario === 'platform',
    permissions,
    resourceIds: withAncestors(given, resources),
    departments: row.highest || row.roles.some(role => role.scope === 'tenant') ? null : row.below,
  }
}

/** Buttons and menus; a directory is shown when anything in it is. */
const isForVisitors = (resource: Resource | undefined): boolean =>
  resource?.type === 'button'
    ? visitorPermissions.includes(resource.mark ?? '')
    : resource?.type === 'menu' && visitorRoutes.includes(resource.value ?? '')
