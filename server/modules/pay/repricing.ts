// Another sum for a bill that is not paid: what is open for the old one is closed.
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Ledger } from './bill-kinds.ts'
import { closeOthers, lockBills } from './books.ts'

export async function repriceBill(
  sql: Sql,
  { bus }: Ledger,
  billId: number,
  amount: number,
  now: number,
): Promise<void> {
  const [bill] = await lockBills(sql, [billId])
  if (!bill || !['unpaid', 'paying', 'failed'].includes(bill.state)) throw new Refused('state.transition')
  await closeOthers(sql, bus, bill, null, 'wayChanged', now)
  await firstOf(
    sql,
    tables.updateTable('bill').set({ amount, updated_at: now }).where('id', '=', billId).returning('id'),
  )
  const { id, userId } = bill
  sql.afterCommit(() => bus.emit('bill.changed', { id, userId }))
}
