// How bills of rooms are read: what is owed follows from the bill that is paid, never from a copy of its state.
import * as z from 'zod/mini'
import { ageLimits } from '../../../src/domain/fees/arrears.ts'
import { feeBill } from '../../../src/domain/fees/fee-bill.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { COMMUNITY_DEPARTMENT, ROOM_JOINS, ROOM_NAME } from './places.ts'

const TODAY = '(now() at time zone (select z.zone from tenant z where z.id = t.tenant_id))::date'

export const OWED = `(y.state in ('unpaid', 'failed', 'paying'))`

/** Days that it has been due. */
const LATE = `(${TODAY} - t.due_on)`

export const AGE = `case when not coalesce(${OWED}, false) then null
  when ${LATE} <= ${ageLimits.notDue} then 'notDue' when ${LATE} <= ${ageLimits.to30} then 'to30'
  when ${LATE} <= ${ageLimits.to60} then 'to60' when ${LATE} <= ${ageLimits.to90} then 'to90' else 'over90' end`

export const billJoins = `${ROOM_JOINS} left join bill y on y.id = t.bill_id`

export const feeBillStore: Store = {
  entity: feeBill,
  table: {
    name: 'fee_bill',
    joins: billJoins,
    department: COMMUNITY_DEPARTMENT,
    columns: {
      communityName: 'c.name',
      roomName: ROOM_NAME,
      state: `coalesce(y.state, 'paid')`,
      age: AGE,
      orderNumber: 'y.order_number',
      paidAt: 'y.paid_at',
      reminders: '(select count(*)::int from fee_reminder m where m.fee_bill_id = t.id)',
      remindedAt: '(select max(m.sent_at) from fee_reminder m where m.fee_bill_id = t.id)',
    },
    commands: { correct },
  },
}

const corrected = z.object({ amount: z.int(), reason: z.string() })
const stored = z.object({ id: z.int(), roomId: z.int(), month: z.string() })

async function correct({ context: { sql, person }, row, tenantId, input }: Commanding): Promise<void> {
  const { amount, reason } = z.parse(corrected, input)
  const { id, roomId, month } = z.parse(stored, row)
  await sql.change(
    `insert into fee_adjustment (tenant_id, created_at, room_id, kind, amount, note, of_bill_id, user_id, user_name)
     values ($1, $2, $3, 'correction', $4, $5, $6, $7, $8)`,
    [tenantId, Date.now(), roomId, amount, `${month}: ${reason}`, id, person.accountId, person.name],
  )
}
