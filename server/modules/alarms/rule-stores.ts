// How a tenant's alarm rules and test windows are stored.
import { alarmRule, alarmTest } from '../../../src/domain/alarm/alarm-rule.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const unavailable = async (_: Commanding) => {
  throw new Refused('unavailable')
}
const list = (column: string) => `to_json(t.${column})`
const names = (table: string, column: string) =>
  `(select coalesce(json_agg(x.name order by x.id), '[]') from ${table} x where x.id = any(t.${column}) and x.removed_at is null)`

export function ruleStores(): Store[] {
  return [
    {
      entity: alarmRule,
      table: {
        name: 'alarm_rule',
        columns: {
          roleIds: list('role_ids'),
          userIds: list('user_ids'),
          escalateRoleIds: list('escalate_role_ids'),
          escalateUserIds: list('escalate_user_ids'),
          roleNames: names('role', 'role_ids'),
          userNames: names('account', 'user_ids'),
          escalateRoleNames: names('role', 'escalate_role_ids'),
          escalateUserNames: names('account', 'escalate_user_ids'),
        },
        unique: { alarm_rule_name: 'name' },
        commands: { enable: unavailable, disable: unavailable },
      },
    },
    {
      entity: alarmTest,
      table: {
        name: 'alarm_test',
        columns: {
          state: `case when t.ends_at <= (extract(epoch from now()) * 1000)::bigint then 'ended'
            when t.starts_at > (extract(epoch from now()) * 1000)::bigint then 'planned' else 'running' end`,
        },
        commands: { end: unavailable },
      },
    },
  ]
}
