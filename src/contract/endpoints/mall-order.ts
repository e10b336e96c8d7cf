// Orders of the mall: placed by shoppers, opened with all that happened to them, settled, counted by the day.
import * as z from 'zod/mini'
import { DAY_MS } from '../../domain/durations.ts'
import { id, localDate, moment, nonEmpty, phone, text, zoneName } from '../../domain/fields.ts'
import { afterSaleKind, afterSaleState } from '../../domain/mall/after-sale.ts'
import { regionCode } from '../../domain/mall/freight.ts'
import { MOST_ORDER_LINES, MOST_PIECES, pieces } from '../../domain/mall/mall-order.ts'
import { settlementLineKind } from '../../domain/mall/settlement.ts'
import { shipmentLine, shipmentState } from '../../domain/mall/shipment.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const fen = z.int()
const quantity = z.int().check(z.minimum(1), z.maximum(MOST_PIECES))

export const placeMallOrder = endpoint({
  service: 'mall',
  method: 'POST',
  path: 'order/place',
  access: 'mallOrder.place',
  summary: 'Order goods of one merchant; reserves them and makes a bill',
  idempotent: true,
  request: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          skuId: id,
          quantity,
          /** Fen for one piece, as the shopper saw it: another price is said, not charged. */
          price: fen.check(z.minimum(0)),
        }),
      )
      .check(z.minLength(1, { error: 'nothingSelected' }), z.maxLength(MOST_ORDER_LINES)),
    name: nonEmpty(40),
    phone,
    regionCode,
    address: nonEmpty(200),
    remark: z.optional(z.nullable(text(200))),
  }),
  response: z.object({ orderId: id, billId: id, orderNumber: z.string(), amount: fen }),
})

export const requestAfterSale = endpoint({
  service: 'mall',
  method: 'POST',
  path: 'order/afterSale',
  access: 'afterSale.request',
  summary: 'Ask for money, or for money against goods, of an order that is paid',
  idempotent: true,
  request: z.strictObject({
    orderId: id,
    kind: afterSaleKind,
    reason: nonEmpty(200),
    lines: z.array(pieces).check(z.maxLength(MOST_ORDER_LINES)),
    freight: z._default(z.boolean(), false),
  }),
  response: z.object({ afterSaleId: id, amount: fen }),
})

export const openedOrder = z.object({
  lines: z.array(
    z.object({
      id,
      name: z.string(),
      optionText: z.string(),
      picture: z.nullable(z.string()),
      skuId: id,
      price: fen,
      quantity: z.int(),
      discountShare: fen,
      paid: fen,
      shipped: z.int(),
      sendable: z.int(),
      /** Pieces and money on their way back, and back. */
      waitingQuantity: z.int(),
      backQuantity: z.int(),
      waitingAmount: fen,
      backAmount: fen,
      freightVersion: z.nullable(z.int()),
    }),
  ),
  freightWaiting: fen,
  freightRefunded: fen,
  /** Under which the provider knows the payment; null before one was begun. */
  tradeNumber: z.nullable(z.string()),
  shipments: z.array(
    z.object({
      id,
      carrier: z.string(),
      trackingNumber: z.string(),
      state: shipmentState,
      lines: z.array(shipmentLine),
      shippedAt: moment,
      deliveredAt: z.nullable(moment),
    }),
  ),
  afterSales: z.array(
    z.object({
      id,
      number: z.string(),
      kind: afterSaleKind,
      state: afterSaleState,
      what: z.string(),
      reason: z.string(),
      amount: fen,
      createdAt: moment,
      /** The parcel that came back, or is to. */
      carrier: z.nullable(z.string()),
      trackingNumber: z.nullable(z.string()),
      returnedAt: z.nullable(moment),
      restocked: z.boolean(),
      receivedAt: z.nullable(moment),
      refundedAt: z.nullable(moment),
      declined: z.nullable(z.string()),
    }),
  ),
  settled: z.array(
    z.object({
      number: z.string(),
      kind: settlementLineKind,
      paid: fen,
      refunded: fen,
      commission: fen,
      fee: fen,
      net: fen,
    }),
  ),
})
export type OpenedOrder = z.output<typeof openedOrder>

export const mallOrderById = endpoint({
  service: 'mall',
  method: 'GET',
  path: 'order/opened',
  access: 'mallOrder.read',
  summary: 'Lines, parcels, after-sales and settlement of an order',
  request: z.strictObject({ id: inQuery(15, id) }),
  response: openedOrder,
})

/** What lists mask. Each look stands in the audit log. */
export const orderReceiver = endpoint({
  service: 'mall',
  method: 'POST',
  path: 'order/receiver',
  access: 'mallOrder.receiver',
  summary: 'Phone and address of the receiver of an order, whole; the look is written to the audit log',
  request: z.strictObject({ id }),
  response: z.object({ phone: z.string(), address: z.string() }),
})

const LONGEST_DAYS = 400

export const mallFigures = endpoint({
  service: 'mall',
  method: 'POST',
  path: 'order/figures',
  access: 'mallOrder.read',
  summary: 'Orders, sales and refunds of each day',
  request: z
    .strictObject({ from: localDate, to: localDate, zone: zoneName, merchantId: z.optional(z.nullable(id)) })
    .check(
      z.refine(({ from, to }) => to >= from, { error: 'periodOrder', path: ['to'] }),
      z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= LONGEST_DAYS * DAY_MS, {
        error: 'tooBig',
        path: ['to'],
      }),
    ),
  response: z.object({
    days: z.array(
      z.object({ day: localDate, orders: z.int(), paidOrders: z.int(), sales: fen, refunds: fen }),
    ),
  }),
})

export const runSettlement = endpoint({
  service: 'mall',
  method: 'POST',
  path: 'order/settle',
  access: 'settlement.run',
  summary: 'Settle with all merchants until the end of a day',
  idempotent: true,
  request: z.strictObject({ untilDay: localDate, zone: zoneName }),
  response: z.object({ settlements: z.int() }),
})
