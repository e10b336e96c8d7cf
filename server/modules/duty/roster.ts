// What is asked of the roster as it stands, after swaps: who is on duty, and who is free.
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'

/** Somebody who is on duty. */
export interface OnDuty {
  /** Null: a person without a login. */
  accountId: number | null
  workerId: number
  postId: number
  postName: string
  /** Epoch milliseconds. */
  until: number
}

/** Who is on duty at a moment by the published roster: at certain posts, of certain departments, or at all. */
export function onDuty(
  sql: Sql,
  tenantId: number,
  at: number,
  { postIds, departmentIds }: { postIds?: readonly number[]; departmentIds?: readonly number[] } = {},
): Promise<OnDuty[]> {
  let asked = tables
    .selectFrom('duty_shift as s')
    .innerJoin('worker as w', 'w.id', 's.worker_id')
    .innerJoin('post as p', 'p.id', 's.post_id')
    .select([
      'w.account_id as accountId',
      's.worker_id as workerId',
      's.post_id as postId',
      'p.name as postName',
      's.ends_at as until',
    ])
    .where('s.tenant_id', '=', tenantId)
    .where('s.state', '=', 'published')
    .where('s.removed_at', 'is', null)
    .where('s.starts_at', '<=', at)
    .where('s.ends_at', '>', at)
    .where('w.removed_at', 'is', null)
    .where('w.left_on', 'is', null)
    .orderBy('s.post_id')
    .orderBy('s.starts_at')
  if (postIds) asked = asked.where('s.post_id', 'in', [...postIds, 0])
  if (departmentIds) asked = asked.where('p.department_id', 'in', [...departmentIds, 0])
  return rowsOf(sql, asked)
}

/** Whether a person has no published shift in a period; one shift may be left out of account. */
export async function isFree(
  sql: Sql,
  workerId: number,
  period: { starts_at: number; ends_at: number },
  but = 0,
): Promise<boolean> {
  const other = await firstOf(
    sql,
    tables
      .selectFrom('duty_shift')
      .select('id')
      .where('worker_id', '=', workerId)
      .where('id', '<>', but)
      .where('state', '=', 'published')
      .where('removed_at', 'is', null)
      .where('starts_at', '<', period.ends_at)
      .where('ends_at', '>', period.starts_at)
      .limit(1),
  )
  return other === undefined
}
