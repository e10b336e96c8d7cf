// One order with all that belongs to it, for a tenant of the tests.
import type { Sql } from '../../server/db/scoped.ts'
import { insert } from './insert-row.ts'

interface Of {
  tenant_id: number
  userId: number
  name: string
}

export async function seedMallOrders(sql: Sql, { tenant_id, userId, name }: Of): Promise<void> {
  const goods = await sql.first<{ sku: number; product: number; merchant: number }>(
    `select s.id as sku, p.id as product, p.merchant_id as merchant from mall_sku s join mall_product p on p.id = s.product_id
     where s.tenant_id = $1 order by s.id limit 1`,
    [tenant_id],
  )
  if (!goods) return
  const now = Date.now()
  const bill_id = await insert(sql, 'bill', {
    ...{ tenant_id, order_number: `2026${tenant_id}`.padEnd(22, '0'), kind: 'mallOrder', amount: 1990 },
    ...{ subject: name, user_id: userId, user_name: name, closes_at: now + 86_400_000 },
  })
  const order_id = await insert(sql, 'mall_order', {
    ...{ tenant_id, order_number: `2026${tenant_id}`.padEnd(22, '0'), bill_id, merchant_id: goods.merchant },
    ...{ merchant_name: name, buyer_id: userId, buyer_name: name, buyer_phone: '13600000000' },
    ...{ region_code: '330106', address: name, line_count: 1, piece_count: 1, first_name: name },
    ...{
      weight_grams: 500,
      goods_amount: 1990,
      freight_amount: 0,
      amount: 1990,
      expires_at: now + 86_400_000,
    },
    // Nothing of the stock is kept for it.
    ...{ state: 'closed', held: false },
  })
  await sql.query(
    `insert into mall_order_line (tenant_id, order_id, place, sku_id, product_id, name, option_text, price, quantity, weight_grams)
     values ($1, $2, 0, $3, $4, $5, '', 1990, 1, 500)`,
    [tenant_id, order_id, goods.sku, goods.product, name],
  )
  await insert(sql, 'shipment', {
    ...{ tenant_id, order_id, carrier: 'SF', tracking_number: name, lines: '[]', shipped_at: now },
  })
  await insert(sql, 'after_sale', {
    ...{
      tenant_id,
      order_id,
      number: `A${tenant_id}`,
      kind: 'refund',
      reason: name,
      what: name,
      amount: 100,
    },
  })
  await insert(sql, 'settlement', {
    ...{ tenant_id, number: 'S-20261115', merchant_id: goods.merchant, merchant_name: name },
    ...{ until_day: '2026-11-15', line_count: 0, paid: 0, refunded: 0, commission: 0, fee: 0, net: 0 },
  })
}
