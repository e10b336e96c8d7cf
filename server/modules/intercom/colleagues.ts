// Whom a person can speak to: people of their own tenant who may do the same.
import type { Sql } from '../../db/scoped.ts'
import { literally } from '../../entity/statement.ts'
import { readResources, withAncestorsEnabled } from '../session/public.ts'

const MOST_PEOPLE = 200

interface Colleague {
  id: number
  name: string
  departmentName: string | null
}

/** People of the asking person's own tenant, without them: enabled, no visitors, with this permission. */
export async function colleagues(
  sql: Sql,
  { accountId, tenantId }: { accountId: number; tenantId: number },
  permission: string,
  narrow: { ids?: readonly number[]; search?: string | undefined },
): Promise<Colleague[]> {
  const resources = withAncestorsEnabled(await readResources(sql))
  const opening = [...resources.values()].filter(({ mark }) => mark === permission).map(({ id }) => id)
  return sql.query<Colleague>(
    `select a.id, a.name, (select d.name from department d where d.id = a.department_id and d.removed_at is null) as "departmentName"
     from account a where a.tenant_id = $1 and a.id <> $2 and a.removed_at is null and a.status = 'enabled' and not a.visitor
       and ($3::bigint[] is null or a.id = any($3)) and ($4::text is null or a.name ilike $4 or a.username ilike $4)
       and (a.highest or exists (select from account_role ar join role r on r.id = ar.role_id and r.removed_at is null
         join role_resource rr on rr.role_id = r.id
         where ar.account_id = a.id and rr.resource_id = any($5::bigint[])))
     order by a.name, a.id limit ${MOST_PEOPLE}`,
    [
      tenantId,
      accountId,
      narrow.ids ?? null,
      narrow.search ? `%${literally(narrow.search)}%` : null,
      opening,
    ],
  )
}
