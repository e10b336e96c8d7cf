// Takes an order: what is bought as it is at this moment, its pieces reserved and its bill written, or nothing at all.
import { sql as raw } from 'kysely'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { freightOf } from '../../../src/domain/mall/freight.ts'
import { MOST_UNPAID_ORDERS, ORDER_LIFE_MINUTES } from '../../../src/domain/mall/mall-order.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { type ArticleForOrder, articlesForOrder, freightTermsOf, reserveStock } from '../mall/public.ts'
import { addBill } from '../pay/public.ts'

export interface Buyer {
  tenantId: number
  accountId: number
  name: string
  phone: string
}

export interface Wanted {
  skuId: number
  quantity: number
  /** Fen for one, as the buyer saw it. */
  price: number
}

export interface OrderRequest {
  buyer: Buyer
  lines: readonly Wanted[]
  regionCode: string
  address: string
  remark: string | null
  now: number
}

export interface PlacedOrder {
  orderId: number
  billId: number
  orderNumber: string
  amount: number
}

export async function placeOrder(sql: Sql, request: OrderRequest): Promise<PlacedOrder> {
  const { buyer, now } = request
  const { tenantId } = buyer
  await refuseHoarding(sql, buyer.accountId)
  const bought = await boughtLines(sql, tenantId, request.lines)
  const [first] = bought
  if (!first) throw new Refused('nothingSelected')
  const { merchantId } = first.article
  if (bought.some(({ article }) => article.merchantId !== merchantId))
    throw new Refused('mall.oneMerchant', { field: 'lines' })
  const merchant = await firstOf(
    sql,
    tables.selectFrom('merchant').select('name').where('id', '=', merchantId),
  )
  const freight = await freightFor(sql, tenantId, bought, request.regionCode)
  const goods = bought.reduce((sum, { article, quantity }) => sum + article.price * quantity, 0)
  const amount = goods + freight.fen
  const expiresAt = now + ORDER_LIFE_MINUTES * MINUTE_MS
  const bill = await addBill(sql, {
    ...{ tenantId, kind: 'mallOrder', subject: first.article.name.slice(0, 40), amount },
    ...{ userId: buyer.accountId, userName: buyer.name, closesAt: expiresAt, now },
  })
  const order = await firstOf(
    sql,
    tables
      .insertInto('mall_order')
      .values({
        ...{
          tenant_id: tenantId,
          created_at: now,
          updated_at: now,
          order_number: bill.orderNumber,
          bill_id: bill.id,
        },
        ...{ merchant_id: merchantId, merchant_name: merchant?.name ?? '', expires_at: expiresAt },
        ...{ buyer_id: buyer.accountId, buyer_name: buyer.name, buyer_phone: buyer.phone },
        ...{ region_code: request.regionCode, address: request.address, remark: request.remark },
        line_count: bought.length,
        piece_count: bought.reduce((sum, { quantity }) => sum + quantity, 0),
        first_name: first.article.name,
        weight_grams: bought.reduce((sum, { article, quantity }) => sum + article.weightGrams * quantity, 0),
        ...{ goods_amount: goods, freight_amount: freight.fen, amount },
      })
      .returning('id'),
  )
  if (!order) throw new Error('The order was not stored')
  await firstOf(
    sql,
    tables
      .insertInto('mall_order_line')
      .values(
        bought.map(({ article, quantity }, place) => ({
          ...{
            tenant_id: tenantId,
            order_id: order.id,
            place,
            sku_id: article.skuId,
            product_id: article.productId,
          },
          ...{ name: article.name, option_text: article.optionText, picture: article.picture },
          ...{ price: article.price, quantity, weight_grams: article.weightGrams },
          freight_version_id: freight.versionOf(article),
        })),
      )
      .returning('id'),
  )
  await reserveStock(
    sql,
    { tenantId, orderId: order.id, at: now },
    bought.map(({ article, quantity }) => ({ skuId: article.skuId, quantity })),
  )
  return { orderId: order.id, billId: bill.id, orderNumber: bill.orderNumber, amount }
}

/** Nobody keeps goods from others by orders that they do not pay. */
async function refuseHoarding(sql: Sql, accountId: number): Promise<void> {
  // Orders of one buyer come one after the other: two at once would both count four.
  await sql.query(
    `select pg_advisory_xact_lock(hashtext('mall_order.buyer'), ($1::bigint % 2147483647)::int)`,
    [accountId],
  )
  const open = await firstOf(
    sql,
    tables
      .selectFrom('mall_order')
      .select(raw<number>`count(*)::int`.as('count'))
      .where('buyer_id', '=', accountId)
      .where('state', '=', 'unpaid'),
  )
  if ((open?.count ?? 0) >= MOST_UNPAID_ORDERS)
    throw new Refused('mall.tooManyUnpaid', { params: { most: MOST_UNPAID_ORDERS } })
}

interface Bought {
  article: ArticleForOrder
  quantity: number
}

async function boughtLines(sql: Sql, tenantId: number, lines: readonly Wanted[]): Promise<Bought[]> {
  const articles = await articlesForOrder(
    sql,
    tenantId,
    lines.map(({ skuId }) => skuId),
  )
  const byId = new Map(articles.map(article => [article.skuId, article]))
  // Two lines of one SKU are one.
  const bought = new Map<number, Bought>()
  for (const [at, { skuId, quantity, price }] of lines.entries()) {
    const article = byId.get(skuId)
    if (!article) throw new Refused('field.reference', { field: `lines.${at}.skuId` })
    const params = { name: article.name }
    if (!article.onSale) throw new Refused('mall.notOnSale', { field: `lines.${at}.skuId`, params })
    if (article.price !== price)
      throw new Refused('mall.priceChanged', {
        field: `lines.${at}.price`,
        params: { ...params, price: article.price },
      })
    bought.set(skuId, { article, quantity: quantity + (bought.get(skuId)?.quantity ?? 0) })
  }
  return [...bought.values()]
}

async function freightFor(sql: Sql, tenantId: number, bought: readonly Bought[], regionCode: string) {
  const templates = bought.flatMap(({ article }) => article.freightTemplateId ?? [])
  const terms = await freightTermsOf(sql, tenantId, templates)
  const termsFor = ({ freightTemplateId }: ArticleForOrder) =>
    freightTemplateId === null ? null : (terms.get(freightTemplateId) ?? null)
  const freight = freightOf(
    bought.map(({ article, quantity }) => ({
      terms: termsFor(article),
      grams: article.weightGrams * quantity,
      fen: article.price * quantity,
    })),
    regionCode,
  )
  if (!freight.served) throw new Refused('mall.notServed', { field: 'regionCode' })
  return { fen: freight.fen, versionOf: (article: ArticleForOrder) => termsFor(article)?.versionId ?? null }
}
