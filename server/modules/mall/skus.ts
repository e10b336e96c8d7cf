// SKUs and the ledger of their stock: what people move, with who and why.
import * as z from 'zod/mini'
import { mallSku } from '../../../src/domain/mall/mall-product.ts'
import { stockMove } from '../../../src/domain/mall/stock-move.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { changeStock } from './stock.ts'

/** So many or fewer are soon gone. */
const LOW = 5

/** The names of a SKU's values in the order of its article's options. */
const optionText = (sku: string, product: string) => `coalesce((
  select string_agg(v.value ->> 'name', ' / ' order by o.ordinality, v.ordinality)
  from jsonb_array_elements(${product}.options) with ordinality o,
    jsonb_array_elements(o.value -> 'values') with ordinality v
  where (v.value ->> 'id')::int = any(${sku}.value_ids)), '')`

const STOCK_STATE = `case when t.on_hand - t.reserved <= 0 then 'soldOut'
  when t.on_hand - t.reserved <= ${LOW} then 'low' else 'enough' end`

const stepInput = z.object({ quantity: z.number(), note: z.optional(z.string()) })
const countInput = z.object({ onHand: z.number(), note: z.optional(z.string()) })

async function step(commanding: Commanding, kind: 'receive' | 'writeOff', sign: 1 | -1): Promise<void> {
  const { quantity, note = null } = z.parse(stepInput, commanding.input)
  await book(commanding, kind, sign * quantity, note)
}

async function book(
  { context: { sql, person }, row, tenantId, at }: Commanding,
  kind: 'receive' | 'writeOff' | 'count',
  onHandChange: number,
  note: string | null,
): Promise<void> {
  await changeStock(sql, {
    ...{ tenantId, skuId: row.id, kind, onHandChange, reservedChange: 0, orderId: null, note, at },
    by: { accountId: person.accountId, name: person.name },
  })
}

/** The row is locked: what was counted is set against what there is now. */
async function count(commanding: Commanding): Promise<void> {
  const { onHand, note = null } = z.parse(countInput, commanding.input)
  const { context, row } = commanding
  const sku = await firstOf(
    context.sql,
    tables.selectFrom('mall_sku').select(['on_hand', 'reserved']).where('id', '=', row.id),
  )
  if (!sku) throw new Refused('row.unknown')
  if (onHand < sku.reserved)
    throw new Refused('mall.countBelowReserved', { field: 'onHand', params: { reserved: sku.reserved } })
  await book(commanding, 'count', onHand - sku.on_hand, note)
}

export const skuStore: Store = {
  entity: mallSku,
  table: {
    name: 'mall_sku',
    joins: 'join mall_product p on p.id = t.product_id and p.removed_at is null',
    columns: {
      productName: 'p.name',
      shelf: 'p.shelf',
      optionText: optionText('t', 'p'),
      available: '(t.on_hand - t.reserved)',
      stockState: STOCK_STATE,
    },
    commands: {
      receive: commanding => step(commanding, 'receive', 1),
      writeOff: commanding => step(commanding, 'writeOff', -1),
      count,
    },
  },
}

export const moveStore: Store = {
  entity: stockMove,
  table: {
    name: 'stock_move',
    joins: 'join mall_sku s on s.id = t.sku_id join mall_product p on p.id = s.product_id',
    columns: { productName: 'p.name', optionText: optionText('s', 'p') },
  },
}
