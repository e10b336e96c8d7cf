// How bills are stored, closed and refunded.
import { bill } from '../../../src/domain/billing/bill.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import type { Ledger } from './bill-kinds.ts'
import { closeUnpaid } from './closing.ts'
import { refundBill } from './refunds.ts'

/** How bills are read. */
export const billStore: Store = {
  entity: bill,
  table: {
    name: 'bill',
    joins: 'left join sim_card c on c.id = t.card_id left join payment y on y.id = t.payment_id',
    columns: {
      tenantName: TENANT_NAME,
      iccid: 'c.iccid',
      carrier: 'c.carrier',
      tradeNumber: 'y.trade_number',
      // Names as they were when the bill was made.
      userName: 't.user_name',
      packageName: 't.package_name',
    },
    // People who are limited to departments see only the bills they made themselves.
    visible: ({ person }, bindValue) =>
      person.departments === null ? undefined : `t.user_id = ${bindValue(person.accountId)}`,
  },
}

export const payStores = (ledger: Ledger): Store[] => [
  {
    ...billStore,
    table: {
      ...billStore.table,
      commands: {
        close: commanding => closeBill(ledger, commanding),
        refund: commanding => refund(ledger, commanding),
      },
    },
  },
]

async function closeBill(ledger: Ledger, { context: { sql, person }, row }: Commanding): Promise<void> {
  const reason = row.userId === person.accountId ? 'closedByBuyer' : 'closedByPerson'
  await closeUnpaid(sql, ledger, row.id, reason, Date.now())
}

async function refund(ledger: Ledger, { context: { sql }, row }: Commanding): Promise<void> {
  await refundBill(sql, ledger, row.id, { reason: null, now: Date.now() })
}
