// Who is notified of an alarm: rights and scope are asked at that moment, whatever a rule names.

import type { Sql } from '../../db/scoped.ts'
import type { Audience } from '../../outlet.ts'
import { onDuty } from '../duty/public.ts'
import { audienceOf } from '../notices/public.ts'

/** Roles and people that a rule names. */
export interface Named {
  roleIds: readonly number[]
  userIds: readonly number[]
  /** Posts of the roster: whoever is on duty there now. */
  dutyPostIds: readonly number[]
}

export const namesAnybody = ({ roleIds, userIds, dutyPostIds }: Named): boolean =>
  roleIds.length + userIds.length + dutyPostIds.length > 0

/** Remembers within one transaction whom an audience has: three hundred alarms ask once. */
export interface Receivers {
  /** Of those who hold the permission and whose scope covers the alarm: the named ones, or all where nobody is named. */
  of(audience: Audience, permission: string, named?: Named): Promise<number[]>
  /** Posts of the roster are named, and nobody who is on duty there may know of it: the others are told. */
  nobodyOnDuty(audience: Audience, permission: string, named: Named): Promise<boolean>
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
  const allOf = ({ tenantId, departmentId }: Audience, permission: string) =>
    remembered(audiences, `${tenantId} ${departmentId} ${permission}`, () =>
      audienceOf(sql, { tenantId, departmentId }, permission),
    )
  const onDutyAt = async (tenantId: number, postIds: readonly number[]) => {
    if (postIds.length === 0) return []
    const key = `duty ${tenantId} ${[...postIds].sort((a, b) => a - b)}`
    return remembered(members, key, async () => {
      const on = await onDuty(sql, tenantId, Date.now(), { postIds })
      return on.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))
    })
  }
  return {
    nobodyOnDuty: async (audience, permission, { dutyPostIds }) => {
      if (dutyPostIds.length === 0) return false
      const all = new Set(await allOf(audience, permission))
      return !(await onDutyAt(audience.tenantId, dutyPostIds)).some(id => all.has(id))
    },
    of: async ({ tenantId, departmentId }, permission, named) => {
      const all = await allOf({ tenantId, departmentId }, permission)
      if (!named || !namesAnybody(named)) return all
      const wanted = new Set([...named.userIds, ...(await onDutyAt(tenantId, named.dutyPostIds))])
      if (named.roleIds.length > 0) {
        const key = `${tenantId} ${[...named.roleIds].sort((a, b) => a - b)}`
        for (const id of await remembered(members, key, () => membersOf(named.roleIds, tenantId)))
          wanted.add(id)
      }
      const found = all.filter(id => wanted.has(id))
      // Only whoever is on duty was to be told, and nobody is: an alarm that nobody hears of is the worst of all.
      return found.length === 0 && named.roleIds.length + named.userIds.length === 0 ? all : found
    },
  }
}
