// Tasks: everybody sees their own, stops them and starts them again.
import { task } from '../../../src/domain/task/task.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'

export function taskStore(bus: Bus): Store {
  const tell = ({ context, row, tenantId }: Commanding) => {
    const { accountId } = context.person
    context.sql.afterCommit(() => bus.emit('task.changed', { id: row.id, tenantId, userId: accountId }))
  }
  return {
    entity: task,
    table: {
      name: 'task',
      visible: ({ person }, bind) => `t.user_id = ${bind(person.accountId)}`,
      commands: {
        cancel: async commanding => {
          const { context, row } = commanding
          // One that runs hears of it at its next sign of life, and ends itself.
          await context.sql.change(
            `update task set cancelled_at = $2, updated_at = $2, version = version + 1,
               state = case when state = 'waiting' then 'failed' else state end,
               reason = case when state = 'waiting' then 'cancelled' else reason end,
               finished_at = case when state = 'waiting' then $2::bigint end where id = $1`,
            [row.id, Date.now()],
          )
          tell(commanding)
        },
        retry: async commanding => {
          const { context, row } = commanding
          // These go on where they stopped: their rows are counted, so none is done twice.
          const again = row.kind === 'import' || row.kind === 'command' ? '' : 'rows = 0, total_rows = null,'
          await context.sql.change(
            `update task set state = 'waiting', reason = null, cancelled_at = null, finished_at = null, path = null, bytes = null,
               ${again} updated_at = $2, version = version + 1, request = jsonb_set(request, '{attempts}', '0') where id = $1`,
            [row.id, Date.now()],
          )
          tell(commanding)
        },
      },
    },
  }
}
