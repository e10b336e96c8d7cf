// An order as it is opened: its lines as they were bought, parcels, after-sales, and what the merchant was paid.
import * as z from 'zod/mini'
import type { OpenedOrder } from '../../../src/contract/endpoints/mall-order.ts'
import { afterSaleKind, afterSaleState } from '../../../src/domain/mall/after-sale.ts'
import { settlementLineKind } from '../../../src/domain/mall/settlement.ts'
import { shipmentLine, shipmentState } from '../../../src/domain/mall/shipment.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { sendable } from './order-rows.ts'

export async function openOrder(sql: Sql, orderId: number): Promise<OpenedOrder> {
  const order = await firstOf(
    sql,
    tables
      .selectFrom('mall_order as o')
      .innerJoin('bill as b', 'b.id', 'o.bill_id')
      .leftJoin('payment as p', 'p.id', 'b.payment_id')
      .select(['o.freight_waiting', 'o.freight_refunded', 'p.trade_number'])
      .where('o.id', '=', orderId),
  )
  const lines = await rowsOf(
    sql,
    tables
      .selectFrom('mall_order_line as l')
      .leftJoin('freight_version as v', 'v.id', 'l.freight_version_id')
      .selectAll('l')
      .select('v.number as freight_number')
      .where('l.order_id', '=', orderId)
      .orderBy('l.place'),
  )
  const shipments = await rowsOf(
    sql,
    tables.selectFrom('shipment').selectAll().where('order_id', '=', orderId).orderBy('id'),
  )
  const afterSales = await rowsOf(
    sql,
    tables.selectFrom('after_sale').selectAll().where('order_id', '=', orderId).orderBy('id'),
  )
  const settled = await rowsOf(
    sql,
    tables
      .selectFrom('settlement_line as l')
      .innerJoin('settlement as s', 's.id', 'l.settlement_id')
      .select(['s.number', 'l.kind', 'l.paid', 'l.refunded', 'l.commission', 'l.fee', 'l.net'])
      .where('l.order_id', '=', orderId)
      .orderBy('l.id'),
  )
  return {
    lines: lines.map(line => ({
      id: line.id,
      name: line.name,
      optionText: line.option_text,
      picture: line.picture,
      skuId: line.sku_id,
      price: line.price,
      quantity: line.quantity,
      discountShare: line.discount_share,
      paid: line.price * line.quantity - line.discount_share,
      shipped: line.shipped,
      sendable: sendable(line),
      waitingQuantity: line.waiting_quantity,
      backQuantity: line.back_quantity,
      waitingAmount: line.waiting_amount,
      backAmount: line.back_amount,
      freightVersion: line.freight_number,
    })),
    freightWaiting: order?.freight_waiting ?? 0,
    freightRefunded: order?.freight_refunded ?? 0,
    tradeNumber: order?.trade_number ?? null,
    shipments: shipments.map(row => ({
      id: row.id,
      carrier: row.carrier,
      trackingNumber: row.tracking_number,
      state: shipmentState.parse(row.state),
      lines: z.parse(z.array(shipmentLine), row.lines),
      shippedAt: row.shipped_at,
      deliveredAt: row.delivered_at,
    })),
    afterSales: afterSales.map(row => ({
      id: row.id,
      number: row.number,
      kind: afterSaleKind.parse(row.kind),
      state: afterSaleState.parse(row.state),
      what: row.what,
      reason: row.reason,
      amount: row.amount,
      createdAt: row.created_at,
      carrier: row.carrier,
      trackingNumber: row.tracking_number,
      returnedAt: row.returned_at,
      restocked: row.restocked,
      receivedAt: row.received_at,
      refundedAt: row.refunded_at,
      declined: row.declined,
    })),
    settled: settled.map(row => ({ ...row, kind: settlementLineKind.parse(row.kind) })),
  }
}
