// After-sales and their lines: what is asked back is kept apart, so that nothing is asked back twice.
import type { Selectable } from 'kysely'
import {
  type AfterSaleKind,
  type AfterSaleState,
  afterSaleKind,
} from '../../../src/domain/mall/after-sale.ts'
import type { AfterSale, AfterSaleLine } from '../../db/schema-types.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { releaseStock, type StockLine } from '../mall/public.ts'
import { changeLine, changeOrder, type LineRow, type OrderRow } from './order-rows.ts'

export type AfterSaleRow = Selectable<AfterSale>

export const kindOf = ({ kind }: Pick<AfterSaleRow, 'kind'>): AfterSaleKind => afterSaleKind.parse(kind)

export const afterSaleOfRefund = (sql: Sql, refundId: number): Promise<AfterSaleRow | undefined> =>
  firstOf(sql, tables.selectFrom('after_sale').selectAll().where('refund_id', '=', refundId).forUpdate())

/** The next number of a locked order's after-sales: never one that there is. */
export async function afterSaleNumber(sql: Sql, order: OrderRow): Promise<string> {
  const earlier = await firstOf(
    sql,
    tables
      .selectFrom('after_sale')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('order_id', '=', order.id),
  )
  return `A${order.order_number.slice(2)}-${String(Number(earlier?.count ?? 0) + 1).padStart(2, '0')}`
}

export const linesOfAfterSale = (sql: Sql, id: number): Promise<Selectable<AfterSaleLine>[]> =>
  rowsOf(
    sql,
    tables.selectFrom('after_sale_line').selectAll().where('after_sale_id', '=', id).orderBy('line_id'),
  )

export async function changeAfterSale(
  sql: Sql,
  id: number,
  change: Partial<Omit<AfterSaleRow, 'id' | 'state'>> & { state?: AfterSaleState },
  now: number,
): Promise<void> {
  await firstOf(
    sql,
    tables
      .updateTable('after_sale')
      .set(({ eb }) => ({ ...change, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returning('id'),
  )
}

/** The money is back: pieces that were never sent are free, and the lines say what went back. */
export async function finishLines(
  sql: Sql,
  order: OrderRow,
  lines: readonly LineRow[],
  row: AfterSaleRow,
  at: number,
): Promise<void> {
  const free: StockLine[] = []
  for (const { line, asked } of await paired(sql, lines, row)) {
    await changeLine(sql, line, {
      waiting_quantity: line.waiting_quantity - asked.quantity,
      waiting_amount: line.waiting_amount - asked.amount,
      back_quantity: line.back_quantity + asked.quantity,
      back_amount: line.back_amount + asked.amount,
      stopped: line.stopped - asked.unsent,
      released: line.released + asked.unsent,
    })
    if (asked.unsent > 0) free.push({ skuId: line.sku_id, quantity: asked.unsent })
  }
  await releaseStock(sql, { tenantId: order.tenant_id, orderId: order.id, at }, free)
  await changeOrder(sql, order, at, {
    freight_waiting: order.freight_waiting - row.freight_amount,
    freight_refunded: order.freight_refunded + row.freight_amount,
  })
}

/** Rejected or withdrawn: what was asked back may be asked back again. */
export async function freeLines(
  sql: Sql,
  order: OrderRow,
  lines: readonly LineRow[],
  row: AfterSaleRow,
  at: number,
): Promise<void> {
  for (const { line, asked } of await paired(sql, lines, row))
    await changeLine(sql, line, {
      waiting_quantity: line.waiting_quantity - asked.quantity,
      waiting_amount: line.waiting_amount - asked.amount,
      stopped: line.stopped - asked.unsent,
    })
  await changeOrder(sql, order, at, { freight_waiting: order.freight_waiting - row.freight_amount })
}

export async function paired(sql: Sql, lines: readonly LineRow[], row: AfterSaleRow) {
  const asked = await linesOfAfterSale(sql, row.id)
  return asked.flatMap(each => {
    const line = lines.find(({ id }) => id === each.line_id)
    return line ? [{ line, asked: each }] : []
  })
}
