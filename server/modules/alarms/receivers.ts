// Who is notified of an alarm: rights and scope are asked at that moment, whatever a rule names.

import type { Sql } from '../../db/scoped.ts'
import type { Audience } from '../../outlet.ts'
import { audienceOf } from '../notices/public.ts'

/** Roles and people that a rule names. */
export interface Named {
  roleIds: readonly number[]
  userIds: readonly number[]
}

/** Remembers within one transaction whom an audience has: three hundred alarms ask once. */
export interface Receivers {
  /** Of those who hold the permission and whose scope covers the alarm: the named ones, or all where nobody is named. */
  of(audience: Audience, permission: string, named?: Named): Promise<number[]>
}

export function createReceivers(sql: Sql): Receivers {
  const audiences = new Map<string, Promise<number[]>>()
  const members = new Map<string, Promise<number[]>>()
  const remembered = <T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>) => {
    const found = known.get(key) ?? ask()
    known.set(key, found)
    return found
  }
  const membersOf = async (roleIds: readonly number[], tenantId: number) => {
    const rows = await sql.query<{ id: number }>(
      `select distinct ar.account_id as id from account_role ar join role r on r.id = ar.role_id and r.removed_at is null
       where ar.tenant_id = $2 and ar.role_id = any($1::bigint[])`,
      [roleIds, tenantId],
    )
    return rows.map(row => row.id)
  }
  return {
    of: async ({ tenantId, departmentId }, permission, named) => {
      const all = await remembered(audiences, `${tenantId} ${departmentId} ${permission}`, () =>
        audienceOf(sql, { tenantId, departmentId }, permission),
      )
      if (!named || named.roleIds.length + named.userIds.length === 0) return all
      const wanted = new Set(named.userIds)
      if (named.roleIds.length > 0) {
        const key = `${tenantId} ${[...named.roleIds].sort((a, b) => a - b)}`
        for (const id of await remembered(members, key, () => membersOf(named.roleIds, tenantId)))
          wanted.add(id)
      }
      return all.filter(id => wanted.has(id))
    },
  }
}
