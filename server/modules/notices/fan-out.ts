// Writes a row of the message centre for everybody whom an event concerns, in the transaction that stores the event.

import type { RowOf } from '../../../src/domain/entity.ts'
import type { notice as noticeEntity } from '../../../src/domain/notice/notice.ts'
import type { Audience } from '../../broker/outlet.ts'
import type { Sql } from '../../db/scoped.ts'
import { readResources, withAncestorsEnabled } from '../session/resources.ts'

type Row = RowOf<typeof noticeEntity>

/** What is told; who hears it is the audience's matter. */
export type Told = Pick<Row, 'kind' | 'subject' | 'subjectId' | 'imei' | 'who' | 'place' | 'content' | 'at'>

/**
 * Account ids of the people of an audience who hold a mark: enabled, no visitors, of the tenant, and with a data scope
 * that covers the department. The same rule that lets them hear it on the broker. `reach` 'tenant': whatever their scope.
 */
export async function audienceOf(
  sql: Sql,
  audience: Audience,
  mark: string,
  reach: 'scope' | 'tenant' = 'scope',
): Promise<number[]> {
  const resources = withAncestorsEnabled(await readResources(sql))
  const opening = [...resources.values()].filter(each => each.mark === mark).map(each => each.id)
  const rows = await sql.query<{ id: number }>(
    `with recursive above as (
       select id, parent_id from department where id = $2
       union select d.id, d.parent_id from department d join above on above.parent_id = d.id)
     select a.id from account a join tenant t on t.id = a.tenant_id
     where a.tenant_id = $1 and a.removed_at is null and a.status = 'enabled' and not a.visitor
       and t.removed_at is null and t.status = 'enabled'
       and (a.highest or (
         exists (select from account_role ar join role r on r.id = ar.role_id and r.removed_at is null
           join role_resource rr on rr.role_id = r.id where ar.account_id = a.id and rr.resource_id = any($3::bigint[]))
         and ($4 or exists (select from account_role ar join role r on r.id = ar.role_id and r.removed_at is null
             where ar.account_id = a.id and r.scope = 'tenant')
           or a.department_id in (select id from above))))
     order by a.id`,
    [audience.tenantId, audience.departmentId, opening, reach === 'tenant'],
  )
  return rows.map(row => row.id)
}

/** Adds the rows; an event that a person was told already is not told twice. Answers who was told now. */
export async function addNotices(
  sql: Sql,
  tenantId: number,
  accountIds: readonly number[],
  told: Told,
): Promise<number[]> {
  if (accountIds.length === 0) return []
  const now = Date.now()
  const rows = await sql.query<{ accountId: number }>(
    `insert into notice (tenant_id, created_at, updated_at, account_id, kind, subject, subject_id, imei, who, place, content, at)
     select $1, $2, $2, a, $4, $5, $6, $7, $8, $9, $10, $11 from unnest($3::bigint[]) as a
     on conflict do nothing returning account_id as "accountId"`,
    [
      tenantId,
      now,
      accountIds,
      told.kind,
      told.subject,
      told.subjectId,
      told.imei,
      told.who,
      told.place,
      told.content,
      told.at,
    ],
  )
  return rows.map(row => row.accountId)
}
