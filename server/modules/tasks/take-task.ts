// Which task is next, and which have lost their worker.
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { noteTaskEnd } from '../notices/task-notice.ts'
import type { TaskKind } from './runners.ts'

/** A running task shows a sign of life now and then; after so long without one its worker is dead. */
export const deadAfterMs = 60_000
/** A task that takes its process down with it must not do so for ever. */
const TRIES = 2

export interface TaskRow {
  id: number
  tenant_id: number
  user_id: number
  kind: TaskKind
  entity: string
  format: 'csv' | 'xlsx'
  file_name: string
  dry_run: boolean
  started_at: number
  request: Record<string, unknown> & { attempts: number }
}

/** Puts tasks without a worker back into the list, or gives them up. */
export async function giveBackLost(
  sql: Sql,
  bus: Bus,
  deadAfter: number,
): Promise<Pick<TaskRow, 'id' | 'tenant_id' | 'user_id'>[]> {
  const now = Date.now()
  const lost = await sql.query<Pick<TaskRow, 'id' | 'tenant_id' | 'user_id'>>(
    `update task set updated_at = $1::bigint, version = version + 1,
       state = case when (request ->> 'attempts')::int >= ${TRIES} then 'timeout' else 'waiting' end,
       finished_at = case when (request ->> 'attempts')::int >= ${TRIES} then $1::bigint end,
       reason = case when (request ->> 'attempts')::int >= ${TRIES} then 'timeout' end
     where state = 'running' and updated_at <= $2 returning id, tenant_id, user_id`,
    [now, now - deadAfter],
  )
  for (const { id } of lost) await noteTaskEnd(sql, bus, id)
  return lost
}

/**
 * The next one: of the tenant that has the fewest running, then of the one that was served longest ago, so that a
 * hundred exports of one tenant do not stand before the single one of another.
 */
export function takeNext(sql: Sql): Promise<TaskRow | undefined> {
  return sql.first<TaskRow>(
    `update task set state = 'running', updated_at = $1, started_at = $1, version = version + 1,
       request = jsonb_set(request, '{attempts}', to_jsonb((request ->> 'attempts')::int + 1))
     where id = (
       select t.id from task t where t.state = 'waiting' and t.removed_at is null
       order by (select count(*) from task r where r.tenant_id = t.tenant_id and r.state = 'running'),
         (select coalesce(max(r.started_at), 0) from task r where r.tenant_id = t.tenant_id), t.id
       limit 1 for update of t skip locked)
     returning id, tenant_id, user_id, kind, entity, format, file_name, dry_run, started_at, request`,
    [Date.now()],
  )
}
