// Whom an alarm can be assigned to.
import { alarmColleagues } from '../../../src/contract/endpoints/message.ts'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../notices/public.ts'

interface Colleague {
  id: number
  name: string
  departmentName: string | null
  inHand: number
}

export function mountAlarmColleagues(handlers: Handlers, alarms: Store): void {
  handlers.handle(alarmColleagues, async ({ id }, context) => {
    const { sql } = context
    const row = await readRow(alarms, id, context)
    const [owner] = await sql.query<{ tenantId: number }>(
      'select tenant_id as "tenantId" from alarm where id = $1',
      [id],
    )
    if (!owner) return []
    const departmentId = alarm.schema.shape.departmentId.parse(row.departmentId) ?? null
    const people = await audienceOf(sql, { tenantId: owner.tenantId, departmentId }, 'alarm.handle')
    return sql.query<Colleague>(
      `select a.id, a.name, d.name as "departmentName", (
         select count(*)::int from alarm m where m.tenant_id = $1 and m.status <> 'handled'
           and (m.taken_by_id = a.id or m.assigned_to_id = a.id)) as "inHand"
       from account a left join department d on d.id = a.department_id and d.removed_at is null
       where a.id = any($2::bigint[]) order by a.name, a.id`,
      [owner.tenantId, people],
    )
  })
}
