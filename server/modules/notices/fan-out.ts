// Writes a row of the message centre for everybody whom an event concerns, in the transaction that stores the event.

import type { RowOf } from '../../../src/domain/entity.ts'
import type { NoticeKind, notice as noticeEntity } from '../../../src/domain/notice/notice.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Audience } from '../../outlet.ts'
import { readResources, withAncestorsEnabled } from '../session/public.ts'

type Row = RowOf<typeof noticeEntity>

/** What a notice says; the audience says who gets it. */
export type NoticeDraft = Pick<
  Row,
  'kind' | 'subject' | 'subjectId' | 'imei' | 'who' | 'place' | 'content' | 'at'
>

/**
 * Account ids of the people of an audience who hold a permission: enabled, no visitors, of the tenant, and with a data scope
 * that covers the department. The same rule that lets them hear it on the broker. `within` 'tenant': whatever their scope.
 */
export async function audienceOf(
  sql: Sql,
  audience: Audience,
  permission: string,
  within: 'scope' | 'tenant' = 'scope',
): Promise<number[]> {
  const resources = withAncestorsEnabled(await readResources(sql))
  const opening = [...resources.values()].filter(each => each.mark === permission).map(each => each.id)
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
    [audience.tenantId, audience.departmentId, opening, within === 'tenant'],
  )
  return rows.map(row => row.id)
}

/** Who gives rights to others is told where nobody else is left. */
export const ADMINISTERS = 'role.save'

/** Account ids of a tenant's administrators. */
export const administratorsOf = (sql: Sql, tenantId: number): Promise<number[]> =>
  audienceOf(sql, { tenantId, departmentId: null }, ADMINISTERS, 'tenant')

/** An event with everybody who is told of it. */
export interface NoticeFor {
  draft: NoticeDraft & { tenantId: number }
  accountIds: readonly number[]
  /**
   * Told to those who know it: their row is as new as the event and counts once more; `anew` makes it unread again, and says
   * what is so now. Absent: they are not told twice.
   */
  again?: 'anew' | 'counted'
}

/** Rows of the message centre that were added, for who shows their number. */
export interface Noted {
  tenantId: number
  kind: NoticeKind
  accountIds: number[]
  /** The rows themselves, for who tells of them elsewhere. */
  ids: number[]
}

/** Adds the rows; an event that a person was told already is not told twice. Answers who was told now. */
export async function addNotices(
  sql: Sql,
  tenantId: number,
  accountIds: readonly number[],
  draft: NoticeDraft,
): Promise<number[]> {
  const noted = await addManyNotices(sql, [{ draft: { ...draft, tenantId }, accountIds }])
  return noted.flatMap(one => one.accountIds)
}

/** The same for many events at once: one statement for each way of telling. */
export async function addManyNotices(sql: Sql, many: readonly NoticeFor[]): Promise<Noted[]> {
  const noted: Noted[] = []
  for (const [again, onConflict] of WAYS) {
    const these = many.filter(one => one.again === again)
    noted.push(...(await insertNotices(sql, these, onConflict)))
  }
  return noted
}

const KNOWN = `(account_id, kind, subject, subject_id) where subject_id is not null do update set at = excluded.at,
  times = notice.times + 1, updated_at = excluded.updated_at, version = notice.version + 1`

const WAYS: readonly (readonly [NoticeFor['again'], string])[] = [
  [undefined, 'do nothing'],
  // Who has thrown it away does not find it there again each time.
  ['counted', `${KNOWN} where notice.removed_at is null`],
  [
    'anew',
    `${KNOWN}, state = 'unread', read_at = null, removed_at = null, who = excluded.who, place = excluded.place,
       content = excluded.content`,
  ],
]

async function insertNotices(sql: Sql, many: readonly NoticeFor[], onConflict: string): Promise<Noted[]> {
  const events = many.filter(one => one.accountIds.length > 0)
  if (events.length === 0) return []
  const pairs = events.flatMap(({ accountIds }, index) => accountIds.map(account => [index + 1, account]))
  const column = <T>(pick: (draft: NoticeFor['draft']) => T) => events.map(({ draft }) => pick(draft))
  const rows = await sql.query<{ id: number; tenantId: number; kind: NoticeKind; accountId: number }>(
    `insert into notice (tenant_id, created_at, updated_at, account_id, kind, subject, subject_id, imei, who, place, content, at)
     select e.tenant, $1, $1, p.account, e.kind, e.subject, e.subject_id, e.imei, e.who, e.place, e.content, e.at
     from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::bigint[]) with ordinality as e (tenant, kind, subject, subject_id, imei, who, place, content, at, n)
     join unnest($11::bigint[], $12::bigint[]) as p (n, account) on p.n = e.n
     -- Two batches that tell the same people meet their rows in one order.
     order by p.account, e.n
     on conflict ${onConflict} returning id, tenant_id as "tenantId", kind, account_id as "accountId"`,
    [
      Date.now(),
      column(draft => draft.tenantId),
      column(draft => draft.kind),
      column(draft => draft.subject),
      column(draft => draft.subjectId),
      column(draft => draft.imei),
      column(draft => draft.who),
      column(draft => draft.place),
      column(draft => draft.content),
      column(draft => draft.at),
      pairs.map(([index]) => index),
      pairs.map(([, account]) => account),
    ],
  )
  const noted = new Map<
    string,
    { tenantId: number; kind: NoticeKind; accountIds: Set<number>; ids: number[] }
  >()
  for (const { id, tenantId, kind, accountId } of rows) {
    const key = `${tenantId} ${kind}`
    const one = noted.get(key) ?? { tenantId, kind, accountIds: new Set<number>(), ids: [] }
    noted.set(key, one)
    one.accountIds.add(accountId)
    one.ids.push(id)
  }
  return [...noted.values()].map(one => ({ ...one, accountIds: [...one.accountIds] }))
}
