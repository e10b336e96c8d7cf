// Merchants: one that still has goods is not removed; the goods of one that is not open are not for sale.
import { merchant } from '../../../src/domain/mall/merchant.ts'
import type { Store } from '../../entity/statement.ts'
import { becomeIn } from './become.ts'

const goods = (more = '') =>
  `(select count(*)::int from mall_product p where p.merchant_id = t.id and p.removed_at is null${more})`

const become = becomeIn('merchant')

export const merchantStore: Store = {
  entity: merchant,
  table: {
    name: 'merchant',
    columns: { goodsCount: goods(), onSaleCount: goods(` and p.shelf = 'on' and t.status = 'open'`) },
    unique: { merchant_name: 'name' },
    usedBy: [{ table: 'mall_product', column: 'merchant_id' }],
    commands: { suspend: become('suspended'), open: become('open'), close: become('closed') },
  },
}
