// Tasks: everybody sees their own.
import { task } from '../../../src/domain/task/task.ts'
import type { Store } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'

const unavailable = async () => {
  throw new Refused('unavailable')
}

export const taskStore: Store = {
  entity: task,
  table: {
    name: 'task',
    visible: ({ person }, bind) => `t.user_id = ${bind(person.accountId)}`,
    commands: { cancel: unavailable, retry: unavailable },
  },
}
