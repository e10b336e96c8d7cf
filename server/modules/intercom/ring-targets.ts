// Whom a door rings: whoever is on duty at the post that it names, else everybody who may answer.
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { onDuty } from '../duty/public.ts'
import { audienceOf } from '../notices/public.ts'
import { ANSWER_PERMISSION } from './call-rows.ts'

interface RingingDoor {
  id: number
  tenantId: number
  departmentId: number | null
}

/**
 * Accounts that a door rings at a moment, by the roster as it stands after swaps; null: all who may answer. Rights and scope
 * are asked as for any other ring: a post gives none, and a door that rings nobody is worse than one that rings too many.
 */
export async function ringTargets(
  sql: Sql,
  { id, tenantId, departmentId }: RingingDoor,
  at: number,
): Promise<number[] | null> {
  const door = await firstOf(
    sql,
    tables.selectFrom('device').select('ring_post_id').where('id', '=', id).where('tenant_id', '=', tenantId),
  )
  if (!door || door.ring_post_id === null) return null
  const on = await onDuty(sql, tenantId, at, { postIds: [door.ring_post_id] })
  const may = new Set(await audienceOf(sql, { tenantId, departmentId }, ANSWER_PERMISSION))
  const rung = on.flatMap(({ accountId }) => (accountId !== null && may.has(accountId) ? [accountId] : []))
  return rung.length > 0 ? [...new Set(rung)] : null
}
