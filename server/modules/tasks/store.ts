// Tasks: everybody sees their own, stops them and starts them again.
import { task } from '../../../src/domain/task/task.ts'
import type { Store } from '../../entity/statement.ts'
import { cancelWaiting, restartTask } from './restart-task.ts'
import { type Starting, sendTask, taskJob } from './task-job.ts'

export function taskStore(starting: Starting): Store {
  return {
    entity: task,
    table: {
      name: 'task',
      visible: ({ person }, bind) => `t.user_id = ${bind(person.accountId)}`,
      commands: {
        cancel: async ({ context: { sql, person }, row, tenantId }) => {
          await cancelWaiting(sql, row.id)
          sql.afterCommit(() =>
            starting.bus.emit('task.changed', { id: row.id, tenantId, userId: person.accountId }),
          )
        },
        retry: async ({ context: { sql, person }, row, tenantId }) => {
          await restartTask(sql, row.id)
          // What was left of the try that failed is over with this one.
          await starting.jobs.forget(sql, taskJob, { taskId: row.id })
          await sendTask(sql, starting, { id: row.id, tenantId, userId: person.accountId })
        },
      },
    },
  }
}
