// One row of everything about the mall's goods, for a tenant of the tests.
import type { Sql } from '../../server/db/scoped.ts'
import { insert } from './insert-row.ts'

interface Of {
  tenant_id: number
  userId: number
  name: string
}

export async function seedMall(sql: Sql, { tenant_id, userId, name }: Of): Promise<void> {
  const merchant_id = await insert(sql, 'merchant', { tenant_id, name, phone: '13600000000' })
  const category_id = await insert(sql, 'mall_category', { tenant_id, name })
  await insert(sql, 'mall_spec', { tenant_id, name, values: [name] })
  const template_id = await insert(sql, 'freight_template', { tenant_id, name })
  const rule = { regions: [], served: true, firstGrams: 1000, firstFen: 800, stepGrams: 500, stepFen: 200 }
  await sql.query(
    `insert into freight_version (tenant_id, created_at, template_id, number, rules) values ($1, $2, $3, 1, $4)`,
    [tenant_id, Date.now(), template_id, JSON.stringify([{ ...rule, freeFromFen: null }])],
  )
  const product_id = await insert(sql, 'mall_product', {
    ...{ tenant_id, merchant_id, category_id, name, shelf: 'on', freight_template_id: template_id },
  })
  const sku_id = await insert(sql, 'mall_sku', {
    ...{ tenant_id, product_id, price: 1990, weight_grams: 500, on_hand: 100 },
  })
  await insert(sql, 'stock_move', {
    ...{
      tenant_id,
      sku_id,
      kind: 'initial',
      on_hand_change: 100,
      reserved_change: 0,
      on_hand: 100,
      reserved: 0,
    },
    ...{ at: Date.now(), user_id: userId, user_name: name },
  })
  await insert(sql, 'mall_banner', { tenant_id, title: name, product_id })
  await insert(sql, 'mall_review', {
    ...{ tenant_id, product_id, author_name: name, rating: 5, content: name, written_at: Date.now() },
  })
}
