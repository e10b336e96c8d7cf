// How a tenant's alarm rules are stored, and who may be named in them.
import { alarmRule, alarmRuleForm } from '../../../src/domain/alarm/alarm-rule.ts'
import { isZone } from '../../../src/domain/report/zone-time.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import type { Changing, Commanding, Saving } from '../../entity/table.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'
import { testStore } from './test-store.ts'

const list = (column: string) => `to_json(t.${column})`
const names = (table: string, column: string) =>
  `(select coalesce(json_agg(x.name order by x.id), '[]') from ${table} x where x.id = any(t.${column}) and x.removed_at is null)`

/** A rule can keep alarms from people: who sees only some departments has none over what is beyond them. */
const mayDecide = ({ departments }: Person, departmentId: unknown): boolean =>
  departments === null || departments.some(id => id === departmentId)

function refuseBeyond(person: Person, departmentId: unknown): void {
  if (!mayDecide(person, departmentId)) throw new Refused('forbidden')
}

const keepInScope = ({ context, row }: Pick<Changing, 'context' | 'row'>) =>
  refuseBeyond(context.person, row.departmentId)

/** What the wire cannot check: fields that depend on each other, names of zones, whose departments they are. */
async function beforeSave({ input, before, context }: Saving): Promise<undefined> {
  if (before) keepInScope({ context, row: before })
  const whole: Record<string, unknown> = { ...before, ...input }
  if (!mayDecide(context.person, whole.departmentId))
    throw new Refused(whole.departmentId ? 'field.reference' : 'field.required', { field: 'departmentId' })
  const result = alarmRuleForm.safeParse(whole)
  if (!result.success) throw refusalOf(result.error.issues, whole)
  if (!isZone(result.data.zone)) throw new Refused('field.zone', { field: 'zone' })
}

const put =
  (enabled: boolean) =>
  async ({ context, row }: Commanding) => {
    keepInScope({ context, row })
    if (row.enabled === enabled) return
    await context.sql.change(
      'update alarm_rule set enabled = $2, version = version + 1, updated_at = $3 where id = $1',
      [row.id, enabled, Date.now()],
    )
  }

export function ruleStores(bus: Bus): Store[] {
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
          dutyPostIds: list('duty_post_ids'),
          escalateDutyPostIds: list('escalate_duty_post_ids'),
          dutyPostNames: names('post', 'duty_post_ids'),
          escalateDutyPostNames: names('post', 'escalate_duty_post_ids'),
          roleNames: names('role', 'role_ids'),
          userNames: names('account', 'user_ids'),
          escalateRoleNames: names('role', 'escalate_role_ids'),
          escalateUserNames: names('account', 'escalate_user_ids'),
        },
        unique: { alarm_rule_name: 'name' },
        beforeSave,
        beforeRemove: async changing => keepInScope(changing),
        afterChange: async ({ context, id, verb }) => {
          if (verb !== 'restore') return
          const row = await context.sql.first<{ departmentId: number | null }>(
            'select department_id as "departmentId" from alarm_rule where id = $1',
            [id],
          )
          refuseBeyond(context.person, row?.departmentId)
        },
        commands: { enable: put(true), disable: put(false) },
      },
    },
    testStore(bus),
  ]
}
