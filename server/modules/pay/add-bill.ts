// Writes one bill, for whoever has checked what it is for.
import type { BillKind } from '../../../src/domain/billing/bill.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { billNumber } from './numbers.ts'

export interface NewBill {
  tenantId: number
  kind: BillKind
  subject: string
  /** Fen. */
  amount: number
  userId: number
  userName: string
  closesAt: number
  now: number
  cardId?: number | null
  deviceId?: number | null
  packageId?: number | null
  packageName?: string | null
}

export async function addBill(sql: Sql, bill: NewBill): Promise<{ id: number; orderNumber: string }> {
  const { now, amount } = bill
  // What costs nothing is paid as it is ordered: no provider takes a payment over nothing.
  const free = amount === 0
  const orderNumber = billNumber(now)
  const row = await firstOf(
    sql,
    tables
      .insertInto('bill')
      .values({
        tenant_id: bill.tenantId,
        created_at: now,
        updated_at: now,
        order_number: orderNumber,
        kind: bill.kind,
        state: free ? 'paid' : 'unpaid',
        platform_state: free ? 'SUCCESS' : 'NOTPAY',
        amount,
        subject: bill.subject,
        card_id: bill.cardId ?? null,
        device_id: bill.deviceId ?? null,
        package_id: bill.packageId ?? null,
        package_name: bill.packageName ?? null,
        user_id: bill.userId,
        user_name: bill.userName,
        closes_at: bill.closesAt,
        paid_at: free ? now : null,
        deliver_at: free ? now : null,
      })
      .returning('id'),
  )
  if (!row) throw new Error('The bill was not stored')
  return { id: row.id, orderNumber }
}
