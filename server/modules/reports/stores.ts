// How report definitions are stored.
import { report } from '../../../src/domain/report/report.ts'
import type { Store } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'

export function reportStores(): Store[] {
  return [
    {
      entity: report,
      table: {
        name: 'report',
        columns: { deviceIds: 'to_json(t.device_ids)' },
        unique: { report_name: 'name' },
        beforeSave: async ({ context: { person }, before }) =>
          before ? undefined : { user_id: person.accountId, user_name: person.name },
        commands: {
          run: async () => {
            throw new Refused('unavailable')
          },
        },
      },
    },
  ]
}
