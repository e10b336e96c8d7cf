// How bills are stored.
import { bill } from '../../../src/domain/billing/bill.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const unavailable = async (_: Commanding) => {
  throw new Refused('unavailable')
}

export function payStores(): Store[] {
  return [
    {
      entity: bill,
      table: {
        name: 'bill',
        joins: 'left join sim_card c on c.id = t.card_id left join payment y on y.id = t.payment_id',
        columns: {
          tenantName: TENANT_NAME,
          iccid: 'c.iccid',
          carrier: 'c.carrier',
          tradeNumber: 'y.trade_number',
        },
        commands: { close: unavailable, refund: unavailable },
      },
    },
  ]
}
