// The bills that a resident sees: of the rooms in which their telephone lives now, from the month that they moved in.
import * as z from 'zod/mini'
import { MOST_OWN_BILLS, residentBills } from '../../../src/contract/endpoints/fees.ts'
import type { Sql } from '../../db/scoped.ts'
import { ROOM_JOINS, ROOM_NAME } from './places.ts'

export async function billsOfPhone(
  sql: Sql,
  phone: string,
): Promise<z.output<typeof residentBills.response>> {
  const rows = await sql.query(
    `select t.id, t.room_id as "roomId", ${ROOM_NAME} as "roomName", c.name as "communityName", t.month, t.amount,
       t.due_on as "dueOn", coalesce(y.state, 'paid') as state, y.paid_at as "paidAt", t.bill_id as "billId",
       (select coalesce(json_agg(json_build_object('kind', l.kind, 'amount', l.amount, 'note', l.note) order by l.id), '[]')
        from fee_line l where l.fee_bill_id = t.id) as lines
     from fee_bill t ${ROOM_JOINS} left join bill y on y.id = t.bill_id join tenant z on z.id = t.tenant_id
     where t.removed_at is null and z.removed_at is null and z.status = 'enabled' and exists (
       select from occupancy o join resident p on p.id = o.resident_id
       where o.room_id = t.room_id and o.state = 'active' and o.removed_at is null and p.phone = $1
         and p.removed_at is null and to_char(o.from_day, 'YYYY-MM') <= t.month)
     order by t.month desc, t.id desc limit ${MOST_OWN_BILLS}`,
    [phone],
  )
  return z.parse(residentBills.response, rows)
}
