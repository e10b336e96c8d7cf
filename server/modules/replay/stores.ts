// How bookmarks of the time machine are stored: with who set them, and in the department of whoever did.
import { replayMark } from '../../../src/domain/replay/replay-mark.ts'
import type { Store } from '../../entity/statement.ts'
import { TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

export const replayMarkStore: Store = {
  entity: replayMark,
  table: {
    name: 'replay_mark',
    columns: { tenantName: TENANT_NAME },
    beforeSave: async ({ input, before, context: { person } }) => {
      const { at, fromAt, toAt } = { ...before, ...input }
      if (Number(at) < Number(fromAt) || Number(at) > Number(toAt))
        throw new Refused('field.periodOrder', { field: 'at' })
      if (before) return undefined
      return {
        user_id: person.accountId,
        user_name: person.name,
        department_id: person.departmentId,
      }
    },
  },
}
