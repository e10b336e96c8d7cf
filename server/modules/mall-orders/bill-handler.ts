// What the bill of an order brings and takes back: the order is paid, its pieces are free again, its after-sale is done.
import { declinedTo } from '../../../src/domain/mall/after-sale.ts'
import type { Sql } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'
import { holdStock, releaseStock, reserveStock } from '../mall/public.ts'
import type { BillHandler, GivenBack } from '../pay/public.ts'
import { afterSaleOfRefund, changeAfterSale, finishLines, kindOf } from './after-sale-rows.ts'
import {
  changeLine,
  changeOrder,
  linesOf,
  type OrderRow,
  orderOfBill,
  sendable,
  shippedIfAllSent,
  stepOrder,
} from './order-rows.ts'

export const mallOrderHandler: BillHandler = {
  deliver: async (sql, bill, _bus, at) => {
    const order = await orderOfBill(sql, bill.id)
    if (!order) return 'impossible'
    if (order.state === 'unpaid' || order.state === 'closed')
      await stepOrder(sql, order, 'paid', at, { paid_at: at, closed_at: null, close_reason: null })
    return 'done'
  },
  closed: async (sql, bill, _bus, at) => {
    const order = await orderOfBill(sql, bill.id)
    if (!order || (order.state !== 'unpaid' && order.state !== 'closed')) return
    if (order.state === 'unpaid')
      await stepOrder(sql, order, 'closed', at, { closed_at: at, close_reason: 'overdue' })
    await releaseAll(sql, order, at)
  },
  takesLate: async (sql, bill, _bus, at) => {
    const order = await orderOfBill(sql, bill.id)
    if (!order) return false
    if (order.state === 'unpaid') return true
    // Whoever cancelled does not want the goods any more: their money goes back.
    if (order.state !== 'closed' || order.close_reason !== 'overdue') return false
    return order.held || reserveAnew(sql, order, at)
  },
  givenBack: async (sql, bill, back, _bus, at) => {
    const order = await orderOfBill(sql, bill.id)
    if (!order) return
    const lines = await linesOf(sql, order.id)
    // What the after-sale frees and what is left of the order are freed one after the other.
    await holdStock(
      sql,
      order.tenant_id,
      lines.map(line => line.sku_id),
    )
    if (back.refundId !== null) {
      const found = await afterSaleOfRefund(sql, back.refundId)
      if (found?.state === 'refunding') {
        await changeAfterSale(sql, found.id, { state: 'done', refunded_at: at, declined: null }, at)
        await finishLines(sql, order, lines, found, at)
      }
    }
    await afterRefund(sql, order, lines, back, at)
  },
  declined: async (sql, _bill, refundId, _bus, at) => {
    const found = await afterSaleOfRefund(sql, refundId)
    if (found?.state !== 'refunding') return
    await changeAfterSale(sql, found.id, { state: declinedTo(kindOf(found)), declined: 'refundDeclined' }, at)
  },
}

/** An order whose whole price is back before anything was sent is closed; one whose rest is sent is shipped. */
async function afterRefund(
  sql: Sql,
  order: OrderRow,
  lines: Awaited<ReturnType<typeof linesOf>>,
  { whole }: GivenBack,
  at: number,
): Promise<void> {
  if (!whole) return shippedIfAllSent(sql, order, lines, at)
  await releaseStock(sql, { tenantId: order.tenant_id, orderId: order.id, at }, held(lines))
  for (const line of lines) await changeLine(sql, line, { released: line.released + sendable(line) })
  if (order.state === 'paid' && lines.every(({ shipped }) => shipped === 0))
    await stepOrder(sql, order, 'closed', at, { closed_at: at, close_reason: 'refunded', held: false })
  else await shippedIfAllSent(sql, order, lines, at)
}

async function releaseAll(sql: Sql, order: OrderRow, at: number): Promise<void> {
  if (!order.held) return
  await changeOrder(sql, order, at, { held: false })
  const lines = await linesOf(sql, order.id)
  await releaseStock(sql, { tenantId: order.tenant_id, orderId: order.id, at }, held(lines))
}

async function reserveAnew(sql: Sql, order: OrderRow, at: number): Promise<boolean> {
  const lines = await linesOf(sql, order.id)
  try {
    await sql.attempt(() =>
      reserveStock(sql, { tenantId: order.tenant_id, orderId: order.id, at }, held(lines)),
    )
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
  await changeOrder(sql, order, at, { held: true })
  return true
}

const held = (lines: Awaited<ReturnType<typeof linesOf>>) =>
  lines.map(line => ({ skuId: line.sku_id, quantity: sendable(line) })).filter(({ quantity }) => quantity > 0)
