// How calls, door events, cards and rights are stored.
import { call } from '../../../src/domain/intercom/call.ts'
import { doorCard, doorEvent, doorRight } from '../../../src/domain/intercom/door.ts'
import type { Store } from '../../entity/statement.ts'
import { TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const DEVICE_NAME = '(select x.name from device x where x.id = t.device_id)'
const DEVICE_DEPARTMENT = '(select x.department_id from device x where x.id = t.device_id)'

export const callStore: Store = {
  entity: call,
  table: {
    name: 'call',
    department: 't.department_id',
    columns: {
      tenantName: TENANT_NAME,
      durationSeconds:
        'case when t.answered_at is not null then ((t.ended_at - t.answered_at) / 1000)::int end',
    },
  },
}

export const doorEventStore: Store = {
  entity: doorEvent,
  table: { name: 'door_event', department: 't.department_id', columns: { tenantName: TENANT_NAME } },
}

const refuseUntilBuilt = async () => {
  throw new Refused('unavailable')
}

export const doorCardStore: Store = {
  entity: doorCard,
  table: {
    name: 'door_card',
    unique: { door_card_info: 'cardInfo' },
    columns: {
      tenantName: TENANT_NAME,
      doorCount: '(select count(*)::int from door_right x where x.card_id = t.id and x.removed_at is null)',
    },
    commands: { issue: refuseUntilBuilt, block: refuseUntilBuilt, unblock: refuseUntilBuilt },
  },
}

const NOW = '(extract(epoch from now()) * 1000)::bigint'

export const doorRightStore: Store = {
  entity: doorRight,
  table: {
    name: 'door_right',
    department: DEVICE_DEPARTMENT,
    unique: { door_right_card: 'cardId', door_right_account: 'accountId' },
    columns: {
      tenantName: TENANT_NAME,
      deviceName: DEVICE_NAME,
      cardName: '(select x.holder_name from door_card x where x.id = t.card_id)',
      cardInfo: '(select x.card_info from door_card x where x.id = t.card_id)',
      accountName: '(select x.name from account x where x.id = t.account_id)',
      state: `case when t.valid_until <= ${NOW} then 'expired' when t.valid_from > ${NOW} then 'planned' else 'active' end`,
      syncedAt: `(select x.confirmed_at from door_list x where x.device_id = t.device_id and x.confirmed >= x.wanted)`,
    },
  },
}
