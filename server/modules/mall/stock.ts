// Stock of SKUs: one conditional change of the balance and one line of the ledger for each, SKUs in ascending order, so that nothing is sold twice and
// nobody waits in a circle.
import { sql as raw } from 'kysely'
import type { StockMoveKind } from '../../../src/domain/mall/stock-move.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'

export interface StockLine {
  skuId: number
  quantity: number
}

export interface OfOrder {
  tenantId: number
  orderId: number
  at: number
}

/** Holds pieces for an order that is not sent yet. Refused as a whole where one SKU is short or sold no more. */
export const reserveStock = (sql: Sql, order: OfOrder, lines: readonly StockLine[]): Promise<void> =>
  moveForOrder(sql, order, lines, 'reserve')

/** Gives free again what the order holds, and no more than that. */
export const releaseStock = (sql: Sql, order: OfOrder, lines: readonly StockLine[]): Promise<void> =>
  moveForOrder(sql, order, lines, 'release')

/** What the order held leaves the house: once it is sent. */
export const takeStock = (sql: Sql, order: OfOrder, lines: readonly StockLine[]): Promise<void> =>
  moveForOrder(sql, order, lines, 'take')

/** What the order took is back in the house, fit to be sold. */
export const putBackStock = (sql: Sql, order: OfOrder, lines: readonly StockLine[]): Promise<void> =>
  moveForOrder(sql, order, lines, 'putBack')

type OrderKind = Extract<StockMoveKind, 'reserve' | 'release' | 'take' | 'putBack'>

/** What a piece does to what is there and to what is reserved. */
const effects: Readonly<Record<OrderKind, readonly [onHand: number, reserved: number]>> = {
  reserve: [0, 1],
  release: [0, -1],
  take: [-1, -1],
  putBack: [1, 0],
}

/** Lines of one SKU as one, ascending: whoever changes several takes them in the same order. */
export function summedLines(lines: readonly StockLine[]): StockLine[] {
  const sums = new Map<number, number>()
  for (const { skuId, quantity } of lines) sums.set(skuId, (sums.get(skuId) ?? 0) + quantity)
  return [...sums]
    .map(([skuId, quantity]) => ({ skuId, quantity }))
    .toSorted((one, other) => one.skuId - other.skuId)
}

async function moveForOrder(
  sql: Sql,
  { tenantId, orderId, at }: OfOrder,
  lines: readonly StockLine[],
  kind: OrderKind,
): Promise<void> {
  const [onHand, reserved] = effects[kind]
  for (const { skuId, quantity } of summedLines(lines)) {
    if (!Number.isSafeInteger(quantity) || quantity <= 0)
      throw new Refused('field.tooSmall', { field: 'quantity' })
    await changeStock(sql, {
      ...{ tenantId, skuId, kind, orderId, at, note: null, by: null },
      ...{ onHandChange: onHand * quantity, reservedChange: reserved * quantity },
    })
    if (kind !== 'reserve') await refuseBeyondOrder(sql, skuId, orderId)
  }
}

/**
 * An order gives back only what it holds, and puts back only what it took. Asked once the SKU is held by the change before:
 * what others did of the same order is seen.
 */
async function refuseBeyondOrder(sql: Sql, skuId: number, orderId: number): Promise<void> {
  const sums = await firstOf(
    sql,
    tables
      .selectFrom('stock_move')
      .select([
        raw<number>`coalesce(sum(reserved_change), 0)::int`.as('held'),
        raw<number>`coalesce(-sum(on_hand_change), 0)::int`.as('taken'),
      ])
      .where('sku_id', '=', skuId)
      .where('order_id', '=', orderId),
  )
  if (!sums || sums.held < 0 || sums.taken < 0) throw new Refused('mall.beyondOrder')
}

export interface StockChange {
  tenantId: number
  skuId: number
  kind: StockMoveKind
  onHandChange: number
  reservedChange: number
  orderId: number | null
  note: string | null
  at: number
  by: { accountId: number; name: string } | null
}

/** The one place that changes a balance; answers what there is afterwards. */
export async function changeStock(
  sql: Sql,
  { tenantId, skuId, kind, onHandChange, reservedChange, orderId, note, at, by }: StockChange,
): Promise<{ onHand: number; reserved: number }> {
  const now = Date.now()
  let changing = tables
    .updateTable('mall_sku')
    .set({
      on_hand: raw`on_hand + ${onHandChange}::int`,
      reserved: raw`reserved + ${reservedChange}::int`,
      updated_at: now,
      version: raw`version + 1`,
    })
    .where('id', '=', skuId)
    .where('tenant_id', '=', tenantId)
    .where(raw<boolean>`reserved + ${reservedChange}::int >= 0`)
    .where(raw<boolean>`on_hand + ${onHandChange}::int >= reserved + ${reservedChange}::int`)
  if (kind === 'reserve') changing = changing.where('archived', '=', false)
  const changed = await firstOf(sql, changing.returning(['on_hand', 'reserved']))
  if (!changed) throw await shortOf(sql, tenantId, skuId, kind)
  const { on_hand, reserved } = changed
  await firstOf(
    sql,
    tables
      .insertInto('stock_move')
      .values({
        ...{ tenant_id: tenantId, created_at: now, updated_at: now, sku_id: skuId, kind },
        ...{ on_hand_change: onHandChange, reserved_change: reservedChange, on_hand, reserved },
        ...{ order_id: orderId, note, at, user_id: by?.accountId ?? null, user_name: by?.name ?? null },
      })
      .returning('id'),
  )
  return { onHand: on_hand, reserved }
}

async function shortOf(sql: Sql, tenantId: number, skuId: number, kind: StockMoveKind): Promise<Refused> {
  const sku = await firstOf(
    sql,
    tables
      .selectFrom('mall_sku as s')
      .innerJoin('mall_product as p', 'p.id', 's.product_id')
      .select(['s.on_hand', 's.reserved', 's.archived', 'p.name'])
      .where('s.id', '=', skuId)
      .where('s.tenant_id', '=', tenantId),
  )
  if (!sku) return new Refused('row.unknown')
  if (kind === 'reserve' && sku.archived) return new Refused('mall.notOnSale', { params: { name: sku.name } })
  if (kind === 'release' || kind === 'take') return new Refused('mall.beyondOrder')
  const params = { name: sku.name, left: sku.on_hand - sku.reserved }
  return new Refused('mall.short', { field: 'quantity', params })
}
