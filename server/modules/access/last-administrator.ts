// Somebody must be left who can let others in. Counted in one place, under a lock: of two changes at once, the second sees
// what the first has done.

import type { Sql } from '../../db/scoped.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { readResources, withAncestorsEnabled } from '../session/public.ts'

/** Who holds these for a whole tenant can make others administrators. */
const ADMINISTRATOR_PERMISSIONS = ['user.save', 'role.save']

const LOCK_SPACE = 418

/** Administrators of a tenant, or of all where none is named, by tenant. */
async function countAdministrators(sql: Sql, tenantId: number | undefined): Promise<Map<number, number>> {
  const enabled = [...withAncestorsEnabled(await readResources(sql)).values()]
  const giving = ADMINISTRATOR_PERMISSIONS.map(permission =>
    enabled.filter(each => each.mark === permission).map(({ id }) => id),
  )
  const holds = (parameter: number) =>
    `exists (select from account_role ar join role r on r.id = ar.role_id and r.removed_at is null
       join role_resource rr on rr.role_id = r.id where ar.account_id = a.id and rr.resource_id = any($${parameter}::bigint[]))`
  const rows = await sql.query<{ tenant_id: number; n: number }>(
    `select a.tenant_id, count(*)::int as n from account a join tenant t on t.id = a.tenant_id
     where a.removed_at is null and a.status = 'enabled' and not a.visitor and ($1::bigint is null or a.tenant_id = $1)
       and (a.highest or (t.scenario <> 'platform' and ${giving.map((_, index) => holds(index + 2)).join(' and ')}
         and exists (select from account_role ar join role r on r.id = ar.role_id and r.removed_at is null
           where ar.account_id = a.id and r.scope = 'tenant')))
     group by a.tenant_id`,
    [tenantId ?? null, ...giving],
  )
  return new Map(rows.map(row => [row.tenant_id, row.n]))
}

/**
 * Does a change of people, roles or resources, and refuses it where it would leave a tenant without its last administrator.
 * Changes of one tenant wait for each other, and for those of all tenants (`tenantId` undefined: resources). Only the
 * platform may take the last one from another tenant: it can give it a new one.
 */
export async function keepAdministrators<Result>(
  { sql, person }: Pick<Context, 'sql' | 'person'>,
  tenantId: number | undefined,
  change: () => Promise<Result>,
): Promise<Result> {
  if (tenantId === undefined) await sql.query('select pg_advisory_xact_lock($1, 0)', [LOCK_SPACE])
  else {
    await sql.query('select pg_advisory_xact_lock_shared($1, 0)', [LOCK_SPACE])
    await sql.query('select pg_advisory_xact_lock($1, $2)', [LOCK_SPACE, tenantId % 2_147_483_647])
  }
  const before = await countAdministrators(sql, tenantId)
  const result = await change()
  if (tenantId !== undefined && person.platform && tenantId !== person.tenantId) return result
  const after = await countAdministrators(sql, tenantId)
  if ([...before.keys()].some(tenant => !after.has(tenant))) throw new Refused('forbidden.lastAdministrator')
  return result
}
