// Puts a task that has failed back into the list, or takes one that waits out of it.
import type { Sql } from '../../db/scoped.ts'

/** An import or a command goes on where it stopped: its rows are counted, so none is done twice. */
export async function restartTask(sql: Sql, taskId: number): Promise<void> {
  await sql.change(
    `update task set state = 'waiting', reason = null, cancelled_at = null, finished_at = null, path = null, bytes = null,
       rows = case when kind in ('import', 'command') then rows else 0 end,
       total_rows = case when kind in ('import', 'command') then total_rows end,
       updated_at = $2, version = version + 1, request = jsonb_set(request, '{attempts}', '0')
     where id = $1 and state in ('failed', 'timeout')`,
    [taskId, Date.now()],
  )
}

/** Cancels a task. One that runs notices at its next heartbeat, and ends itself. */
export async function cancelWaiting(sql: Sql, taskId: number): Promise<void> {
  await sql.change(
    `update task set cancelled_at = $2, updated_at = $2, version = version + 1,
       state = case when state = 'waiting' then 'failed' else state end,
       reason = case when state = 'waiting' then 'cancelled' else reason end,
       finished_at = case when state = 'waiting' then $2::bigint end
     where id = $1 and state in ('waiting', 'running')`,
    [taskId, Date.now()],
  )
}
