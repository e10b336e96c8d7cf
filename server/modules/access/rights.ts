// Nobody gives, takes or touches rights beyond their own.
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { accountOrNobody, type Person } from '../../person.ts'

type Actor = Pick<Context, 'person' | 'sql'>

const everything = (person: Person) => person.highest

/** Refuses permissions that the person does not hold. A place in the menu is none: it opens what permissions let be seen. */
export async function refuseResourcesBeyond(
  { person, sql }: Actor,
  resourceIds: readonly number[],
  field: string,
): Promise<void> {
  if (everything(person)) return
  const beyond = resourceIds.filter(id => !person.resourceIds.has(id))
  if (beyond.length === 0) return
  const permission = await sql.first(
    `select id from resource where id = any($1::bigint[]) and type = 'button' limit 1`,
    [beyond],
  )
  if (permission) throw new Refused('forbidden.escalation', { field })
}

/** Refuses roles that carry more than the person holds: permissions, or the view of the whole tenant. */
export async function refuseRolesBeyond(
  actor: Actor,
  roleIds: readonly number[],
  field: string,
): Promise<void> {
  if (everything(actor.person) || roleIds.length === 0) return
  const rows = await actor.sql.query<{ scope: string; resource_ids: number[] }>(
    `select scope, (select coalesce(json_agg(resource_id), '[]') from role_resource where role_id = r.id) as resource_ids
     from role r where id = any($1::bigint[])`,
    [[...roleIds]],
  )
  for (const row of rows) {
    refuseScopeBeyond(actor, row.scope, field)
    await refuseResourcesBeyond(actor, row.resource_ids, field)
  }
}

/** Somebody who sees only some departments cannot give the view of all. */
export function refuseScopeBeyond({ person }: Actor, scope: unknown, field: string): void {
  if (person.departments !== null && scope === 'tenant') throw new Refused('forbidden.escalation', { field })
}

/** Refuses to touch a person who holds more: else a new password for them would be a way to their rights. */
export async function refusePersonBeyond(actor: Actor, accountId: number): Promise<void> {
  if (everything(actor.person) || accountId === accountOrNobody(actor.person)) return
  const row = await actor.sql.first<{ highest: boolean; role_ids: number[] }>(
    `select highest, (select coalesce(json_agg(ar.role_id), '[]') from account_role ar
       join role r on r.id = ar.role_id and r.removed_at is null where account_id = a.id) as role_ids
     from account a where id = $1`,
    [accountId],
  )
  if (row?.highest) throw new Refused('forbidden.escalation')
  await refuseRolesBeyond(actor, row?.role_ids ?? [], 'roleIds')
}
