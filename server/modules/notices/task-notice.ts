// A file that is ready, or will never be, stands in the message centre of who asked for it.
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { addNotices } from './fan-out.ts'

interface TaskRow {
  tenantId: number
  userId: number
  state: string
  fileName: string
  finishedAt: number | null
}

/** In the transaction that ends the task. A task that goes on adds nothing, one that ended is told once. */
export async function noteTaskEnd(sql: Sql, bus: Bus, taskId: number): Promise<void> {
  const task = await sql.first<TaskRow>(
    `select tenant_id as "tenantId", user_id as "userId", state, file_name as "fileName", finished_at as "finishedAt"
     from task where id = $1 and removed_at is null and state in ('done', 'failed', 'timeout')`,
    [taskId],
  )
  if (!task) return
  const { tenantId, userId } = task
  const notified = await addNotices(sql, tenantId, [userId], {
    kind: 'task',
    subject: 'task',
    subjectId: taskId,
    imei: null,
    who: task.fileName,
    place: null,
    content: task.state,
    at: task.finishedAt ?? Date.now(),
  })
  if (notified.length > 0)
    sql.afterCommit(() => bus.emit('notice.added', { tenantId, kind: 'task', accountIds: notified }))
}
