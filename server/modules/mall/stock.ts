// Stock of SKUs: one conditional change of the balance and one line of the ledger for each, SKUs in ascending order, so that nothing is sold twice and
// nobody waits in a circle.
import { sql as raw } from 'kysely'
import type { StockMoveKind } from '../../../src/domain/mall/stock-move.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
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
export async function reserveStock(
  sql: Sql,
  { tenantId, orderId, at }: OfOrder,
  lines: readonly StockLine[],
): Promise<void> {
  const wanted = summedLines(lines)
  refuseOddQuantities(wanted)
  const now = Date.now()
  // One statement for all of them: as long as somebody holds a SKU, everybody else who wants it waits. They are held
  // ascending, before any is changed.
  const moved = await sql.query<{ skuId: number }>(
    `with wanted as (select * from unnest($1::bigint[], $2::int[]) as of_line (sku_id, quantity)),
     held as (select id from mall_sku where id = any($1::bigint[]) order by id for no key update),
     changed as (
       update mall_sku s set reserved = s.reserved + w.quantity, updated_at = $3::bigint, version = s.version + 1 from wanted w
       where s.id = w.sku_id and s.id = any(array(select id from held)) and s.tenant_id = $4::bigint and not s.archived
         and s.on_hand >= s.reserved + w.quantity
       returning s.id, s.on_hand, s.reserved, w.quantity)
     insert into stock_move (tenant_id, created_at, updated_at, sku_id, kind, on_hand_change, reserved_change, on_hand, reserved,
       order_id, at)
     select $4, $3, $3, id, 'reserve', 0, quantity, on_hand, reserved, $5::bigint, $6::bigint from changed returning sku_id as "skuId"`,
    [wanted.map(({ skuId }) => skuId), wanted.map(({ quantity }) => quantity), now, tenantId, orderId, at],
  )
  const short = wanted.find(({ skuId }) => !moved.some(each => each.skuId === skuId))
  if (short) throw await shortOf(sql, tenantId, short.skuId, 'reserve')
}

/** Gives free again what the order holds, and no more than that. */
export const releaseStock = (sql: Sql, order: OfOrder, lines: readonly StockLine[]): Promise<void> =>
  moveForOrder(sql, order, lines, 'release')

/** What the order held leaves the house: once it is sent. */
export const takeStock = (sql: Sql, order: OfOrder, lines: readonly StockLine[]): Promise<void> =>
  moveForOrder(sql, order, lines, 'take')

/** What the order took is back in the house, fit to be sold. */
export const putBackStock = (sql: Sql, order: OfOrder, lines: readonly StockLine[]): Promise<void> =>
  moveForOrder(sql, order, lines, 'putBack')

/** Holds SKUs, ascending, for a transaction that will move them in more than one step: whoever moves others waits, and never in a circle. */
export async function holdStock(sql: Sql, tenantId: number, skuIds: readonly number[]): Promise<void> {
  if (skuIds.length === 0) return
  await rowsOf(
    sql,
    tables
      .selectFrom('mall_sku')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', [...new Set(skuIds)])
      .orderBy('id')
      .forNoKeyUpdate(),
  )
}

type OrderKind = Extract<StockMoveKind, 'release' | 'take' | 'putBack'>

/** What a piece does to what is there and to what is reserved. */
const effects: Readonly<Record<OrderKind, readonly [onHand: number, reserved: number]>> = {
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

function refuseOddQuantities(lines: readonly StockLine[]): void {
  if (lines.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity <= 0))
    throw new Refused('field.tooSmall', { field: 'quantity' })
}

async function moveForOrder(
  sql: Sql,
  { tenantId, orderId, at }: OfOrder,
  lines: readonly StockLine[],
  kind: OrderKind,
): Promise<void> {
  const [onHand, reserved] = effects[kind]
  const summed = summedLines(lines)
  refuseOddQuantities(summed)
  for (const { skuId, quantity } of summed) {
    await changeStock(sql, {
      ...{ tenantId, skuId, kind, orderId, at, note: null, by: null },
      ...{ onHandChange: onHand * quantity, reservedChange: reserved * quantity },
    })
    await refuseBeyondOrder(sql, skuId, orderId)
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
  kind: Exclude<StockMoveKind, 'reserve'>
  onHandChange: number
  reservedChange: number
  orderId: number | null
  note: string | null
  at: number
  by: { accountId: number; name: string } | null
}

/** Changes one balance; answers what there is afterwards. */
export async function changeStock(
  sql: Sql,
  { tenantId, skuId, kind, onHandChange, reservedChange, orderId, note, at, by }: StockChange,
): Promise<{ onHand: number; reserved: number }> {
  const now = Date.now()
  const changing = tables
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
    .returning(['on_hand', 'reserved'])
  const changed = await firstOf(sql, changing)
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
