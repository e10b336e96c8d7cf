// How calls and door events are stored.
import { call } from '../../../src/domain/intercom/call.ts'
import { doorEvent } from '../../../src/domain/intercom/door.ts'
import type { Store } from '../../entity/statement.ts'
import { TENANT_NAME } from '../../entity/table.ts'

export const callStore: Store = {
  entity: call,
  table: {
    name: 'call',
    department: 't.department_id',
    columns: {
      tenantName: TENANT_NAME,
      // As it was called then.
      deviceName: 't.device_name',
      fromName: "coalesce(t.device_name, t.caller_name, '')",
      durationSeconds:
        'case when t.answered_at is not null then ((t.ended_at - t.answered_at) / 1000)::int end',
    },
  },
}

export const doorEventStore: Store = {
  entity: doorEvent,
  table: {
    name: 'door_event',
    department: 't.department_id',
    columns: { tenantName: TENANT_NAME, deviceName: 't.device_name' },
  },
}
