// Closes a bill that is not paid, with whatever payment is open for it.
import type { PayReason } from '../../../src/domain/billing/bill.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Ledger } from './bill-kinds.ts'
import { closeOthers, lockBills, releaseClosed, stepBill } from './books.ts'

/** Throws 'no such state transition' for a bill that is paid. */
export async function closeUnpaid(
  sql: Sql,
  ledger: Ledger,
  billId: number,
  reason: PayReason,
  now: number,
): Promise<void> {
  const [bill] = await lockBills(sql, [billId])
  if (!bill) return
  await stepBill(sql, ledger.bus, bill, 'closed', now, { reason })
  await closeOthers(sql, ledger.bus, bill, null, reason, now)
  await releaseClosed(sql, ledger, bill, now)
}
