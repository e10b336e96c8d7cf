// After-sales: asked for by the buyer, decided by the mall, paid back by the provider.
import {
  type AfterSaleKind,
  type AfterSaleState,
  afterSaleMayStep,
  afterSaleState,
  afterSale as entity,
} from '../../../src/domain/mall/after-sale.ts'
import { worthOf } from '../../../src/domain/mall/order-sums.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { putBackStock } from '../mall/public.ts'
import { type Ledger, lockBills, refundPart } from '../pay/public.ts'
import {
  type AfterSaleRow,
  afterSaleNumber,
  changeAfterSale,
  finishLines,
  freeLines,
  kindOf,
  paired,
} from './after-sale-rows.ts'
import {
  changeLine,
  changeOrder,
  type LineRow,
  linesOf,
  lockOrder,
  type OrderRow,
  sendable,
} from './order-rows.ts'

export interface AfterSaleRequest {
  orderId: number
  kind: AfterSaleKind
  reason: string
  lines: readonly { lineId: number; quantity: number }[]
  /** What the way cost is asked back too. */
  freight: boolean
}

/** Keeps what is asked back apart; refused where it was asked back already, or never bought. */
export async function requestAfterSale(
  request: AfterSaleRequest,
  context: Context,
  now: number,
): Promise<{ afterSaleId: number; amount: number }> {
  const { sql } = context
  const order = await lockOrder(sql, request.orderId)
  if (!['paid', 'shipped', 'completed'].includes(order.state)) throw new Refused('state.transition')
  const lines = await linesOf(sql, order.id)
  const asked = request.lines.map(({ lineId, quantity }, at) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw new Refused('field.reference', { field: `lines.${at}.lineId` })
    return askedOf(line, quantity, request.kind, at)
  })
  if (new Set(asked.map(({ line }) => line.id)).size < asked.length)
    throw new Refused('field.duplicate', { field: 'lines' })
  const pieces = asked.reduce((sum, { quantity }) => sum + quantity, 0)
  const left = lines.reduce(
    (sum, line) => sum + line.quantity - line.waiting_quantity - line.back_quantity,
    0,
  )
  // Where all of it is asked back before anything was sent, there is no way to pay for.
  const unsent = pieces === left && lines.every(({ shipped }) => shipped === 0)
  const freight =
    request.freight || unsent ? order.freight_amount - order.freight_waiting - order.freight_refunded : 0
  const amount = asked.reduce((sum, { worth }) => sum + worth, 0) + freight
  if (pieces === 0 && freight === 0) throw new Refused('nothingSelected', { field: 'lines' })
  for (const { line, quantity, worth, stopped } of asked)
    await changeLine(sql, line, {
      waiting_quantity: line.waiting_quantity + quantity,
      waiting_amount: line.waiting_amount + worth,
      stopped: line.stopped + stopped,
    })
  await changeOrder(sql, order, now, { freight_waiting: order.freight_waiting + freight })
  const id = await write(context, order, { request, asked, amount, freight, now })
  return { afterSaleId: id, amount }
}

interface Asked {
  line: LineRow
  quantity: number
  worth: number
  /** Pieces that were not sent yet, and are not sent now. */
  stopped: number
}

function askedOf(line: LineRow, quantity: number, kind: AfterSaleKind, at: number): Asked {
  const worth = worthOf(
    {
      quantity: line.quantity,
      paid: line.price * line.quantity - line.discount_share,
      backQuantity: line.waiting_quantity + line.back_quantity,
      backAmount: line.waiting_amount + line.back_amount,
    },
    quantity,
  )
  const field = `lines.${at}.quantity`
  if (worth === undefined) throw new Refused('refund.nothingLeft', { field })
  // Only what was sent can be sent back.
  if (kind === 'return' && quantity > line.shipped) throw new Refused('mall.notSent', { field })
  const stopped = kind === 'refund' ? Math.min(quantity, sendable(line)) : 0
  return { line, quantity, worth, stopped }
}

async function write(
  context: Context,
  order: OrderRow,
  {
    request,
    asked,
    amount,
    freight,
    now,
  }: { request: AfterSaleRequest; asked: readonly Asked[]; amount: number; freight: number; now: number },
): Promise<number> {
  const { sql } = context
  const row = await firstOf(
    sql,
    tables
      .insertInto('after_sale')
      .values({
        ...{ tenant_id: order.tenant_id, created_at: now, updated_at: now, order_id: order.id },
        ...{
          number: await afterSaleNumber(sql, order),
          kind: request.kind,
          reason: request.reason,
        },
        what: asked.map(({ line, quantity }) => `${line.name} × ${quantity}`).join(', '),
        ...{ amount, freight_amount: freight },
      })
      .returning('id'),
  )
  if (!row) throw new Error('The after-sale was not stored')
  if (asked.length > 0)
    await firstOf(
      sql,
      tables
        .insertInto('after_sale_line')
        .values(
          asked.map(({ line, quantity, worth, stopped }) => ({
            ...{ tenant_id: order.tenant_id, after_sale_id: row.id, line_id: line.id },
            ...{ quantity, amount: worth, unsent: stopped },
          })),
        )
        .returning('id'),
    )
  sql.audit({
    ...by(context, order.tenant_id),
    action: 'afterSale.request',
    entity: 'afterSale',
    rowId: row.id,
    detail: { orderNumber: order.order_number, amount, kind: request.kind },
  })
  return row.id
}

export const afterSaleStore = (ledger: Ledger): Store => ({
  entity,
  table: {
    name: 'after_sale',
    joins: 'join mall_order o on o.id = t.order_id',
    columns: {
      tenantName: TENANT_NAME,
      orderNumber: 'o.order_number',
      merchantName: 'o.merchant_name',
      buyerId: 'o.buyer_id',
      buyerName: 'o.buyer_name',
    },
    visible: ({ person }, bind) =>
      person.departments === null ? undefined : `o.buyer_id = ${bind(person.accountId)}`,
    commands: {
      approve: async commanding => {
        await step(commanding, 'approved', decided(commanding))
      },
      reject: async commanding => {
        await step(commanding, 'rejected', {
          ...decided(commanding),
          verdict: String(commanding.input.reason),
        })
        await giveUp(commanding)
      },
      withdraw: async commanding => {
        await step(commanding, 'withdrawn', {})
        await giveUp(commanding)
      },
      sendBack: async commanding => {
        await step(commanding, 'returned', {
          carrier: String(commanding.input.carrier),
          tracking_number: String(commanding.input.trackingNumber),
          returned_at: Date.now(),
        })
      },
      receive: receive,
      refund: commanding => refund(ledger, commanding),
    },
  },
})

const decided = ({ context }: Commanding) => ({
  decided_at: Date.now(),
  decided_by_name: context.person.name,
})

async function lock(sql: Sql, id: number): Promise<AfterSaleRow> {
  const row = await firstOf(sql, tables.selectFrom('after_sale').selectAll().where('id', '=', id).forUpdate())
  if (!row) throw new Refused('row.unknown')
  return row
}

async function step(
  { context: { sql }, row }: Commanding,
  to: AfterSaleState,
  change: Parameters<typeof changeAfterSale>[2],
): Promise<AfterSaleRow> {
  const found = await lock(sql, row.id)
  if (!afterSaleMayStep(kindOf(found), afterSaleState.parse(found.state), to))
    throw new Refused('state.transition')
  await changeAfterSale(sql, found.id, { ...change, state: to }, Date.now())
  return found
}

async function giveUp({ context: { sql }, row }: Commanding): Promise<void> {
  const found = await lock(sql, row.id)
  const order = await lockOrder(sql, found.order_id)
  await freeLines(sql, order, await linesOf(sql, order.id), found, Date.now())
}

async function receive(commanding: Commanding): Promise<void> {
  const { context, input } = commanding
  const { sql } = context
  const restock = input.restock === true
  const now = Date.now()
  const found = await step(commanding, 'received', { received_at: now, restocked: restock })
  if (!restock) return
  const order = await lockOrder(sql, found.order_id)
  const lines = await paired(sql, await linesOf(sql, order.id), found)
  await putBackStock(
    sql,
    { tenantId: order.tenant_id, orderId: order.id, at: now },
    lines.map(({ line, asked }) => ({ skuId: line.sku_id, quantity: asked.quantity })),
  )
}

async function refund(ledger: Ledger, commanding: Commanding): Promise<void> {
  const { context, row } = commanding
  const { sql } = context
  const now = Date.now()
  const [{ order_id: orderId } = { order_id: 0 }] = await rowsOf(
    sql,
    tables.selectFrom('after_sale').select('order_id').where('id', '=', row.id),
  )
  const of = await firstOf(sql, tables.selectFrom('mall_order').select('bill_id').where('id', '=', orderId))
  if (!of) throw new Refused('row.unknown')
  await lockBills(sql, [of.bill_id])
  const found = await step(commanding, 'refunding', { declined: null })
  if (found.amount > 0) {
    const refundId = await refundPart(sql, ledger, of.bill_id, { amount: found.amount, reason: null, now })
    return changeAfterSale(sql, found.id, { refund_id: refundId }, now)
  }
  const order = await lockOrder(sql, orderId)
  await changeAfterSale(sql, found.id, { state: 'done', refunded_at: now }, now)
  await finishLines(sql, order, await linesOf(sql, orderId), found, now)
}
