// Orders and their lines as the rules need them, locked.
import type { Selectable } from 'kysely'
import { orderMayStep } from '../../../src/domain/mall/mall-order.ts'
import type { OrderState } from '../../../src/domain/mall/order-state.ts'
import { orderState } from '../../../src/domain/mall/order-state.ts'
import type { MallOrder, MallOrderLine } from '../../db/schema-types.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'

export type OrderRow = Selectable<MallOrder>
export type LineRow = Selectable<MallOrderLine>

/** An order, locked; its bill is locked before where both are changed. */
export async function lockOrder(sql: Sql, id: number): Promise<OrderRow> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('mall_order')
      .selectAll()
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forUpdate(),
  )
  if (!row) throw new Refused('row.unknown')
  return row
}

export const orderOfBill = (sql: Sql, billId: number): Promise<OrderRow | undefined> =>
  firstOf(sql, tables.selectFrom('mall_order').selectAll().where('bill_id', '=', billId).forUpdate())

export const linesOf = (sql: Sql, orderId: number): Promise<LineRow[]> =>
  rowsOf(
    sql,
    tables
      .selectFrom('mall_order_line')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('place')
      .forUpdate(),
  )

/** Pieces of a line that are reserved and may be sent. */
export const sendable = (line: Pick<LineRow, 'quantity' | 'shipped' | 'released' | 'stopped'>): number =>
  line.quantity - line.shipped - line.released - line.stopped

type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'paid_at'
    | 'shipped_at'
    | 'completed_at'
    | 'closed_at'
    | 'close_reason'
    | 'held'
    | 'freight_waiting'
    | 'freight_refunded'
  >
>

/** Takes a locked order one step; throws 'no such state transition' where there is none. */
export async function stepOrder(
  sql: Sql,
  order: OrderRow,
  to: OrderState,
  now: number,
  change: OrderChange = {},
): Promise<void> {
  const from = orderState.parse(order.state)
  if (!orderMayStep(from, to)) throw new Refused('state.transition')
  await changeOrder(sql, order, now, { ...change, state: to })
}

export async function changeOrder(
  sql: Sql,
  order: OrderRow,
  now: number,
  change: OrderChange & { state?: OrderState },
): Promise<void> {
  await firstOf(
    sql,
    tables
      .updateTable('mall_order')
      .set(({ eb }) => ({ ...change, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', order.id)
      .returning('id'),
  )
  Object.assign(order, change)
}

export async function changeLine(
  sql: Sql,
  line: LineRow,
  change: Partial<
    Pick<
      LineRow,
      | 'shipped'
      | 'released'
      | 'stopped'
      | 'waiting_quantity'
      | 'back_quantity'
      | 'waiting_amount'
      | 'back_amount'
      | 'discount_share'
    >
  >,
): Promise<void> {
  await firstOf(
    sql,
    tables.updateTable('mall_order_line').set(change).where('id', '=', line.id).returning('id'),
  )
  Object.assign(line, change)
}

/** An order is shipped once nothing of it is left to send and something was sent. */
export async function shippedIfAllSent(
  sql: Sql,
  order: OrderRow,
  lines: readonly LineRow[],
  now: number,
): Promise<void> {
  if (order.state !== 'paid') return
  const open = lines.some(line => line.shipped + line.released < line.quantity)
  const sent = lines.some(line => line.shipped > 0)
  if (!open && sent) await stepOrder(sql, order, 'shipped', now, { shipped_at: now })
}
