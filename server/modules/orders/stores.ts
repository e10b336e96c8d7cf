// How orders to many devices are stored.
import { commandBatch } from '../../../src/domain/device/command.ts'
import type { Store } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'

const counted = (states: string) =>
  `(select count(*) from device_command x where x.batch_id = t.id and x.state in (${states}))`

export function orderStores(): Store[] {
  return [
    {
      entity: commandBatch,
      table: {
        name: 'command_batch',
        columns: {
          total: '(select count(*) from device_command x where x.batch_id = t.id)',
          pending: counted(`'waiting', 'sent', 'delivered'`),
          done: counted(`'done'`),
          failed: counted(`'failed', 'expired'`),
        },
        commands: {
          cancel: async () => {
            throw new Refused('unavailable')
          },
        },
      },
    },
  ]
}
