// The bills that a resident sees: of the rooms in which their telephone lives now, from the month that they moved in.
import * as z from 'zod/mini'
import { MOST_OWN_BILLS, residentBills } from '../../../src/contract/endpoints/fees.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { livesIn, livingNow } from '../community/public.ts'
import { ROOM_JOINS, ROOM_NAME } from './places.ts'

/** Condition that a bill `t` is one of the telephone `$1`. */
const IS_OWN = livesIn('t.room_id', '$1', `to_char(o.from_day, 'YYYY-MM') <= t.month`)

export async function billsOfPhone(
  sql: Sql,
  phone: string,
): Promise<z.output<typeof residentBills.response>> {
  const rows = await sql.query(
    `select t.id, t.room_id as "roomId", ${ROOM_NAME} as "roomName", c.name as "communityName", t.month, t.amount,
       t.due_on as "dueOn", coalesce(y.state, 'paid') as state, t.tenant_id as "tenantId",
       case when y.state = 'paying' then y.payment_id end as "paymentId", y.paid_at as "paidAt", t.bill_id as "billId",
       (select coalesce(json_agg(json_build_object('kind', l.kind, 'amount', l.amount, 'note', l.note) order by l.id), '[]')
        from fee_line l where l.fee_bill_id = t.id) as lines
     from fee_bill t ${ROOM_JOINS} left join bill y on y.id = t.bill_id
     where t.removed_at is null and ${IS_OWN}
     order by t.month desc, t.id desc limit ${MOST_OWN_BILLS}`,
    [phone],
  )
  return z.parse(residentBills.response, rows)
}

/** Whether all of these are bills of the telephone's. */
export async function areOwn(sql: Sql, phone: string, billIds: readonly number[]): Promise<boolean> {
  const rows = await sql.query(
    `select t.id from fee_bill t where t.removed_at is null and t.bill_id = any($2::bigint[]) and ${IS_OWN}`,
    [phone, [...billIds]],
  )
  return rows.length > 0 && rows.length === new Set(billIds).size
}

/** Who of those with the telephone pays these bills; one of others is as unknown as one that does not exist. */
export async function payerOf(sql: Sql, phone: string, billIds: readonly number[]) {
  if (!(await areOwn(sql, phone, billIds))) throw new Refused('row.unknown')
  const payer = await firstOf(
    sql,
    livingNow()
      .innerJoin('fee_bill as f', 'f.room_id', 'o.room_id')
      .select(['p.id as residentId', 'p.name', 'p.phone'])
      .where('p.phone', '=', phone)
      .where('f.bill_id', 'in', [...billIds])
      .orderBy('o.id')
      .limit(1),
  )
  if (!payer) throw new Refused('row.unknown')
  return payer
}
