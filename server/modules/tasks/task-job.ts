// The job of a task: sent with its row, and once more when somebody wants it again.
import * as z from 'zod/mini'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { defineJob } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { MOST_MS } from './run-task.ts'

export const taskJob = defineJob({
  name: 'task',
  data: z.object({ taskId: z.int() }),
  subject: data => `(select a.file_name from task a where a.id = (${data} ->> 'taskId')::bigint)`,
  // A task ends itself in time and says so; this is for one that hangs.
  timeoutSeconds: MOST_MS / 1000 + 300,
  pollSeconds: 2,
  // One long import must not keep everybody's exports waiting.
  atOnce: 2,
  // For workers that died; a task that keeps killing its worker is given up earlier (`take-task.ts`).
  tries: 10,
  againSeconds: 1,
})

/** What starting a task needs besides the transaction. */
export type Starting = Pick<Kernel, 'bus' | 'jobs'>

/** Lets a stored task begin after the commit. */
export async function sendTask(
  sql: Sql,
  { bus, jobs }: Starting,
  { id, tenantId, userId }: { id: number; tenantId: number; userId: number },
): Promise<void> {
  await jobs.send(sql, taskJob, { taskId: id }, { tenantId })
  sql.afterCommit(() => bus.emit('task.changed', { id, tenantId, userId }))
}

/** Gives a job to tasks that were stored by a version of the server without jobs. */
export function sendForgotten(parts: Starting & Pick<Kernel, 'data'>): Promise<number> {
  return parts.data.scoped(WHOLE, async sql => {
    const tasks = await sql.query<{ id: number; tenantId: number; userId: number }>(
      `update task t set state = 'waiting', updated_at = $1, version = version + 1
       where state in ('waiting', 'running') and removed_at is null and not exists (
         select from pgboss.job j where j.name = $2 and j.state <= 'active' and (j.data ->> 'taskId')::bigint = t.id)
       returning id, tenant_id as "tenantId", user_id as "userId"`,
      [Date.now(), taskJob.name],
    )
    for (const task of tasks) await sendTask(sql, parts, task)
    return tasks.length
  })
}
