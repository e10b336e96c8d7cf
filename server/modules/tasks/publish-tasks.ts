// Publishes to people how far their download tasks got.
import * as z from 'zod/mini'
import { taskNotice } from '../../../src/contract/messages.ts'
import type { Bus } from '../../bus.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import type { Outlet } from '../../outlet.ts'

interface TaskStep {
  id: number
  state: string
  rows: number
  kind: string
  quiet: boolean
}

/** Follows tasks; answers the function that stops it. */
export function publishTasks({
  data,
  bus,
  log,
  outlet,
}: {
  data: Data
  bus: Bus
  log: Log
  outlet: () => Outlet
}): () => void {
  return bus.on('task.changed', ({ id, userId }) => {
    data
      .scoped(WHOLE, sql =>
        sql.first<TaskStep>(
          `select id, state, rows, kind, (dry_run or coalesce(reason = 'cancelled', false)) as quiet
           from task where id = $1 and removed_at is null`,
          [id],
        ),
      )
      .then(row => {
        if (!row) return
        const said = z.parse(taskNotice, { code: 'task', ...row })
        outlet().toPerson(userId, z.encode(taskNotice, said))
      })
      .catch(error => log.warn({ err: error }, 'A download task could not be published'))
  })
}
