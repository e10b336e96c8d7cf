// Categories: one that others or goods stand under is not removed. That none stands under itself, the engine of trees sees to.
import { mallCategory } from '../../../src/domain/mall/mall-category.ts'
import type { Store } from '../../entity/statement.ts'
import { becomeIn } from './become.ts'

const become = becomeIn('mall_category')

export const categoryStore: Store = {
  entity: mallCategory,
  table: {
    name: 'mall_category',
    columns: {
      goodsCount:
        '(select count(*)::int from mall_product p where p.category_id = t.id and p.removed_at is null)',
    },
    usedBy: [
      { table: 'mall_category', column: 'parent_id' },
      { table: 'mall_product', column: 'category_id' },
      { table: 'mall_banner', column: 'category_id' },
    ],
    commands: { show: become('shown'), hide: become('hidden') },
  },
}
