// Works tasks off, two at a time in each process. One whose worker died is taken up again.
import { entities } from '../../../src/domain/entities.ts'
import { WHOLE } from '../../db/scoped.ts'
import { Hopeless } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import type { Storages } from '../files/public.ts'
import type { Sessions } from '../session/public.ts'
import { cancelWaiting, restartTask } from './restart-task.ts'
import { endLost, runTask } from './run-task.ts'
import type { Runners } from './runners.ts'
import { TRIES, takeTask } from './take-task.ts'
import { sendForgotten, taskJob } from './task-job.ts'

type Given = Pick<Kernel, 'data' | 'bus' | 'filesDir' | 'log' | 'jobs'> & {
  sessions: Sessions
  storages: Storages
  runners: Runners
}

/** Takes tasks up from now on. */
export async function workTasks(parts: Given): Promise<void> {
  const { data, bus, jobs } = parts
  await jobs.work(
    taskJob,
    async ({ id, data: { taskId }, signal }) => {
      const task = await data.scoped(WHOLE, sql => takeTask(sql, taskId, id))
      if (!task) return undefined
      const tell = () =>
        bus.emit('task.changed', { id: task.id, tenantId: task.tenant_id, userId: task.user_id })
      try {
        tell()
        if (task.request.attempts > TRIES) {
          await endLost(parts, task)
          throw new Hopeless('The server was stopped in the middle of it again and again', {
            code: 'stopped',
          })
        }
        const entity = entities.find(({ key }) => key === task.entity)
        return await runTask(parts, task, entity, signal)
      } finally {
        tell()
      }
    },
    {
      tryAgain: (sql, { taskId }) => restartTask(sql, taskId),
      giveUp: (sql, { taskId }) => cancelWaiting(sql, taskId),
    },
  )
  await sendForgotten(parts)
}
