// Orders as staff work with them: sent in parcels, completed, closed, made cheaper before they are paid.
import * as z from 'zod/mini'
import { mallOrder, pieces } from '../../../src/domain/mall/mall-order.ts'
import { sharesOf } from '../../../src/domain/mall/order-sums.ts'
import { shipment } from '../../../src/domain/mall/shipment.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { takeStock } from '../mall/public.ts'
import { closeUnpaid, type Ledger, lockBills, repriceBill } from '../pay/public.ts'
import { changeLine, linesOf, lockOrder, sendable, shippedIfAllSent, stepOrder } from './order-rows.ts'

const MASKED_PHONE = 'masked_phone(t.buyer_phone)'

export const orderStore = (ledger: Ledger): Store => ({
  entity: mallOrder,
  table: {
    name: 'mall_order',
    // Every order has one. From the left, the database leaves it out where nothing of it is asked: counts, a page's ids.
    joins: 'left join bill b on b.id = t.bill_id',
    columns: {
      tenantName: TENANT_NAME,
      // As they were when the order was made.
      merchantName: 't.merchant_name',
      buyerName: 't.buyer_name',
      buyerPhone: MASKED_PHONE,
      address: `left(t.address, (length(t.address) + 1) / 2) || '****'`,
      payState: 'b.state',
      way: 'b.way',
      refundWaiting: 'b.refund_waiting',
      refundedAmount: 'b.refunded_amount',
    },
    // Who knows the whole number finds its orders; nobody finds out a number digit by digit.
    contains: {
      buyerPhone: pattern =>
        `(t.buyer_phone = trim(both '%' from ${pattern}) or ${MASKED_PHONE} ilike ${pattern})`,
    },
    counts: { table: 'mall_order_count', by: ['state', 'merchantId'] },
    search: 't.search_text',
    pairs: 't.search_pairs',
    // People who are limited to departments see only the orders they made themselves.
    visible: ({ person }, bind) =>
      person.departments === null ? undefined : `t.buyer_id = ${bind(person.accountId)}`,
    commands: {
      ship,
      complete: async ({ context: { sql }, row }) => {
        const now = Date.now()
        await stepOrder(sql, await lockOrder(sql, row.id), 'completed', now, { completed_at: now })
      },
      close: commanding => close(ledger, commanding),
      discount: commanding => discount(ledger, commanding),
      note: async ({ context: { sql }, row, input }) => {
        const change = { note: String(input.note), updated_at: Date.now() }
        await firstOf(
          sql,
          tables.updateTable('mall_order').set(change).where('id', '=', row.id).returning('id'),
        )
      },
    },
  },
})

export const shipmentStore: Store = {
  entity: shipment,
  table: {
    name: 'shipment',
    joins: 'join mall_order o on o.id = t.order_id',
    columns: { tenantName: TENANT_NAME, orderNumber: 'o.order_number' },
    visible: ({ person }, bind) =>
      person.departments === null ? undefined : `o.buyer_id = ${bind(person.accountId)}`,
    commands: {
      deliver: async ({ context: { sql }, row }) => {
        const now = Date.now()
        await firstOf(
          sql,
          tables
            .updateTable('shipment')
            .set({ state: 'delivered', delivered_at: now, updated_at: now })
            .where('id', '=', row.id)
            .where('state', '=', 'sent')
            .returning('id'),
        )
      },
    },
  },
}

async function ship({ context: { sql }, row, input }: Commanding): Promise<void> {
  const now = Date.now()
  const order = await lockOrder(sql, row.id)
  if (order.state !== 'paid') throw new Refused('state.transition')
  const lines = await linesOf(sql, order.id)
  const chosen = input.lines === undefined ? undefined : z.parse(z.array(pieces), input.lines)
  if (chosen && new Set(chosen.map(({ lineId }) => lineId)).size < chosen.length)
    throw new Refused('field.duplicate', { field: 'lines' })
  const wanted = chosen ?? lines.map(line => ({ lineId: line.id, quantity: sendable(line) }))
  const parcel = wanted.flatMap(({ lineId, quantity }, at) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw new Refused('field.reference', { field: `lines.${at}.lineId` })
    if (quantity > sendable(line)) throw new Refused('mall.beyondOrder', { field: `lines.${at}.quantity` })
    return quantity > 0 ? [{ line, quantity }] : []
  })
  if (parcel.length === 0) throw new Refused('nothingSelected', { field: 'lines' })
  await firstOf(
    sql,
    tables
      .insertInto('shipment')
      .values({
        ...{
          tenant_id: order.tenant_id,
          created_at: now,
          updated_at: now,
          order_id: order.id,
          shipped_at: now,
        },
        ...{ carrier: String(input.carrier), tracking_number: String(input.trackingNumber) },
        lines: JSON.stringify(
          parcel.map(({ line, quantity }) => ({ lineId: line.id, name: line.name, quantity })),
        ),
      })
      .onConflict(same => same.columns(['order_id', 'carrier', 'tracking_number']).doNothing())
      .returning('id'),
  ).then(stored => {
    if (!stored) throw new Refused('field.duplicate', { field: 'trackingNumber' })
  })
  await takeStock(
    sql,
    { tenantId: order.tenant_id, orderId: order.id, at: now },
    parcel.map(({ line, quantity }) => ({ skuId: line.sku_id, quantity })),
  )
  for (const { line, quantity } of parcel) await changeLine(sql, line, { shipped: line.shipped + quantity })
  await shippedIfAllSent(sql, order, lines, now)
}

async function close(ledger: Ledger, { context: { sql }, row, input }: Commanding): Promise<void> {
  const now = Date.now()
  const of = await firstOf(sql, tables.selectFrom('mall_order').select('bill_id').where('id', '=', row.id))
  if (!of) throw new Refused('row.unknown')
  await lockBills(sql, [of.bill_id])
  const order = await lockOrder(sql, row.id)
  await stepOrder(sql, order, 'closed', now, { closed_at: now, close_reason: String(input.reason) })
  // What it holds is free once no payment can come through any more.
  await closeUnpaid(sql, ledger, order.bill_id, 'closedByPerson', now)
}

async function discount(ledger: Ledger, { context: { sql }, row, input }: Commanding): Promise<void> {
  const now = Date.now()
  const of = await firstOf(sql, tables.selectFrom('mall_order').select('bill_id').where('id', '=', row.id))
  if (!of) throw new Refused('row.unknown')
  await lockBills(sql, [of.bill_id])
  const order = await lockOrder(sql, row.id)
  if (order.state !== 'unpaid') throw new Refused('state.transition')
  const sum = Number(input.amount)
  const amount = order.goods_amount - sum + order.freight_amount
  if (sum > order.goods_amount || amount <= 0) throw new Refused('field.tooBig', { field: 'amount' })
  await repriceBill(sql, ledger, order.bill_id, amount, now)
  const lines = await linesOf(sql, order.id)
  const shares = sharesOf(
    sum,
    lines.map(line => line.price * line.quantity),
  )
  for (const [at, line] of lines.entries()) await changeLine(sql, line, { discount_share: shares[at] ?? 0 })
  await firstOf(
    sql,
    tables
      .updateTable('mall_order')
      .set({ discount_amount: sum, discount_name: String(input.name), amount })
      .where('id', '=', order.id)
      .returning('id'),
  )
}
