// Notifies of alarms that were escalated: the people whom the fitting rule names for it, or everybody who may assign them.
import type { AlarmChannel } from '../../../src/domain/alarm/alarm-rule.ts'
import type { Sql } from '../../db/scoped.ts'
import { readAlarms } from './alarm-rows.ts'
import { type AlarmNotification, notifyOf, type Outgoing } from './notify.ts'
import { createReceivers, type Named, namesAnybody, type Receivers } from './receivers.ts'

interface FittingRule extends Named {
  alarmId: number
  channels: AlarmChannel[]
}

/** Who may send others is who decides what becomes of an alarm that nobody takes. */
const DECIDES = 'alarm.assign'
const WITHOUT_A_RULE: readonly AlarmChannel[] = ['console', 'push']

export async function escalationNotifications(
  sql: Sql,
  alarmIds: readonly number[],
  now: number,
): Promise<Outgoing> {
  return notifyOf(sql, await escalationsOf(sql, alarmIds, createReceivers(sql)), now)
}

/** The notifications of alarms that were just escalated. */
export async function escalationsOf(
  sql: Sql,
  alarmIds: readonly number[],
  receivers: Receivers,
): Promise<AlarmNotification[]> {
  const alarms = await readAlarms(sql, alarmIds)
  const rules = await sql.query<FittingRule>(
    `select a.id as "alarmId", r.channels, array_to_json(r.escalate_role_ids) as "roleIds",
       array_to_json(r.escalate_user_ids) as "userIds", array_to_json(r.escalate_duty_post_ids) as "dutyPostIds"
     from alarm a join alarm_rule r on r.id = a.rule_id and r.enabled and r.removed_at is null where a.id = any($1::bigint[])`,
    [alarmIds],
  )
  const ruleOf = new Map(rules.map(rule => [rule.alarmId, rule]))
  const notifications: AlarmNotification[] = []
  for (const alarm of alarms) {
    const rule = ruleOf.get(alarm.id)
    const audience = { tenantId: alarm.tenantId, departmentId: alarm.departmentId ?? null }
    const named = rule && namesAnybody(rule)
    // Nobody on duty there, and nobody else named: those who decide, as where the rule names nobody.
    const noDuty = rule !== undefined && (await receivers.nobodyOnDuty(audience, 'alarm.read', rule))
    const people =
      named && !(noDuty && rule.roleIds.length + rule.userIds.length === 0)
        ? await receivers.of(audience, 'alarm.read', rule)
        : await receivers.of(audience, DECIDES)
    // Whatever the rule says, what was escalated stands in the message centre of those who decide.
    const channels = rule ? [...new Set<AlarmChannel>(['console', ...rule.channels])] : WITHOUT_A_RULE
    notifications.push({ alarm, why: 'escalated', people, channels, noDuty })
  }
  return notifications
}
