// Decides about new alarms by their tenants' rules and test windows: how urgent each is, whom it is told, whether a test
// hides it. Rules are remembered by tenant and read again when the tenant's stamp has grown, whichever process changed them.
import * as z from 'zod/mini'
import { alarmChannel } from '../../../src/domain/alarm/alarm-rule.ts'
import {
  type AlarmType,
  alarmType,
  type Severity,
  severity,
  severityOf,
} from '../../../src/domain/alarm/alarm-types.ts'
import { hidingTest, type RuleCase, ruleFits } from '../../../src/domain/alarm/rule-fit.ts'
import { type DeviceKind, deviceKind } from '../../../src/domain/device/device.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'

/** What is asked about: an alarm that is about to be stored, or one that a test has hidden. */
export interface Judged {
  tenantId: number
  deviceId: number
  type: AlarmType
  kind: DeviceKind
  raisedAt: number
}

export interface Verdict {
  severity: Severity
  /** The window that hides it; then no rule counts. */
  testId: number | null
  rule: Rule | null
}

/** What holds where no rule and no window can be asked. */
export const withoutRules = (type: AlarmType): Verdict => ({
  severity: severityOf(type),
  testId: null,
  rule: null,
})

const ruleRow = z.object({
  id: z.int(),
  types: z.array(alarmType),
  kinds: z.array(deviceKind),
  groupId: z.nullable(z.int()),
  departmentId: z.nullable(z.int()),
  days: z.array(z.int()),
  fromMinute: z.nullable(z.int()),
  untilMinute: z.nullable(z.int()),
  zone: z.string(),
  severity: z.nullable(severity),
  channels: z.array(alarmChannel),
  roleIds: z.array(z.int()),
  userIds: z.array(z.int()),
  dutyPostIds: z.array(z.int()),
  repeatMinutes: z.nullable(z.int()),
  escalateMinutes: z.nullable(z.int()),
})
export type Rule = z.output<typeof ruleRow>

const testRow = z.object({
  id: z.int(),
  deviceId: z.nullable(z.int()),
  groupId: z.nullable(z.int()),
  types: z.array(alarmType),
  startsAt: z.int(),
  endsAt: z.int(),
})

/** `sort` is the order in which rules are tried. */
const RULES = `select id, types, kinds, group_id as "groupId", department_id as "departmentId", days,
    from_minute as "fromMinute", until_minute as "untilMinute", zone, severity, channels,
    array_to_json(role_ids) as "roleIds", array_to_json(user_ids) as "userIds",
    array_to_json(duty_post_ids) as "dutyPostIds", repeat_minutes as "repeatMinutes",
    escalate_minutes as "escalateMinutes"
  from alarm_rule where tenant_id = $1 and enabled and removed_at is null order by priority, id`
/** Those that are over are still asked about alarms that come late, as long as devices may be. */
const TESTS = `select id, device_id as "deviceId", group_id as "groupId", types, starts_at as "startsAt", ends_at as "endsAt"
  from alarm_test where tenant_id = $1 and removed_at is null and ends_at > $2 order by id`
const LATE_MS = 7 * DAY_MS

interface Known {
  stamp: number
  rules: Rule[]
  tests: z.output<typeof testRow>[]
}

export interface Judge {
  /** Verdicts in the order of the questions. Costs one small query where a tenant has neither rules nor windows. */
  judge(sql: Sql, questions: readonly Judged[], now: number): Promise<Verdict[]>
}

export function createJudge(): Judge {
  const known = new Map<number, Known>()

  const ofTenants = async (sql: Sql, tenantIds: readonly number[], now: number) => {
    const stamps = await sql.query<{ tenantId: number; stamp: number }>(
      'select tenant_id as "tenantId", stamp from alarm_rule_stamp where tenant_id = any($1::bigint[])',
      [tenantIds],
    )
    const found = new Map<number, Known>()
    for (const { tenantId, stamp } of stamps) {
      const remembered = known.get(tenantId)
      const fresh =
        remembered?.stamp === stamp
          ? remembered
          : {
              stamp,
              rules: (await sql.query(RULES, [tenantId])).map(row => z.parse(ruleRow, row)),
              tests: (await sql.query(TESTS, [tenantId, now - LATE_MS])).map(row => z.parse(testRow, row)),
            }
      known.set(tenantId, fresh)
      found.set(tenantId, fresh)
    }
    return found
  }

  return {
    judge: async (sql, questions, now) => {
      if (questions.length === 0) return []
      const tenants = await ofTenants(sql, [...new Set(questions.map(each => each.tenantId))], now)
      const placed = questions.filter(({ tenantId }) => asksForPlace(tenants.get(tenantId)))
      const places = await placesOf(sql, [...new Set(placed.map(({ deviceId }) => deviceId))])
      return questions.map(each => {
        const { rules, tests } = tenants.get(each.tenantId) ?? { rules: [], tests: [] }
        const place = places.get(each.deviceId) ?? { groupId: null, departmentIds: [] }
        const of: RuleCase = { ...each, ...place }
        const rule = rules.find(one => ruleFits(one, of)) ?? null
        const test = hidingTest(tests, of)
        return {
          // Nothing makes a call for help less urgent.
          severity: each.type === 'sos' ? 'critical' : (rule?.severity ?? severityOf(each.type)),
          testId: test?.id ?? null,
          rule: test ? null : rule,
        }
      })
    },
  }
}

const asksForPlace = (of: Known | undefined) =>
  of !== undefined &&
  (of.rules.some(({ groupId, departmentId }) => groupId !== null || departmentId !== null) ||
    of.tests.some(({ groupId }) => groupId !== null))

/** Groups of devices, and their departments with all above. */
async function placesOf(
  sql: Sql,
  deviceIds: readonly number[],
): Promise<Map<number, Pick<RuleCase, 'groupId' | 'departmentIds'>>> {
  if (deviceIds.length === 0) return new Map()
  const rows = await sql.query<{ device: number; groupId: number | null; departmentIds: number[] }>(
    `with recursive up as (
       select id as device, group_id, department_id as department from device where id = any($1::bigint[])
       union select up.device, up.group_id, d.parent_id from up join department d on d.id = up.department
         where d.parent_id is not null)
     select device, group_id as "groupId", coalesce(json_agg(department) filter (where department is not null), '[]') as "departmentIds"
     from up group by 1, 2`,
    [deviceIds],
  )
  return new Map(rows.map(({ device, ...place }) => [device, place]))
}
