// How commands to devices, one or many at once, are stored.
import { commandBatch, deviceCommand } from '../../../src/domain/device/command.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

export function deviceCommandStores(bus: Bus): Store[] {
  return [commandStore(bus), batchStore(bus)]
}

const counted = (states: string) =>
  `(select count(*) from device_command x where x.batch_id = t.id and x.state in (${states}))`

/** Takes commands back that wait. What has been sent cannot be called back, nor what has been paid for. */
const cancel =
  (bus: Bus, column: 'id' | 'batch_id') =>
  async ({ context, row, tenantId }: Commanding) => {
    const cancelled = await context.sql.query<{ id: number }>(
      `update device_command set state = 'failed', reason = 'cancelled', finished_at = $2, updated_at = $2, version = version + 1
       where ${column} = $1 and state = 'waiting' and kind <> 'credit' returning id`,
      [row.id, Date.now()],
    )
    if (cancelled.length === 0) throw new Refused('state.transition')
    const ids = cancelled.map(({ id }) => id)
    context.sql.afterCommit(() => bus.emit('command.changed', { ids, tenantId }))
  }

function commandStore(bus: Bus): Store {
  return {
    entity: deviceCommand,
    table: {
      name: 'device_command',
      department: '(select x.department_id from device x where x.id = t.device_id)',
      columns: { deviceName: '(select x.name from device x where x.id = t.device_id)' },
      commands: { cancel: cancel(bus, 'id') },
    },
  }
}

function batchStore(bus: Bus): Store {
  return {
    entity: commandBatch,
    table: {
      name: 'command_batch',
      columns: {
        total: '(select count(*) from device_command x where x.batch_id = t.id)',
        pending: counted(`'waiting', 'sent', 'delivered'`),
        done: counted(`'done'`),
        failed: counted(`'failed', 'expired'`),
      },
      // A batch names devices of every department that its giver sees.
      visible: ({ person }, bind) =>
        person.departments === null ? undefined : `t.user_id = ${bind(person.accountId)}`,
      commands: { cancel: cancel(bus, 'batch_id') },
    },
  }
}
