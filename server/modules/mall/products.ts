// Articles: the editor sends options and the whole matrix; what is stored is the difference.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import type { ErrorId } from '../../../src/contract/errors.ts'
import { mallProduct, productOptions, type SkuLine, skuLine } from '../../../src/domain/mall/mall-product.ts'
import {
  differenceOf,
  flawOf,
  keyOf,
  type OptionsFlaw,
  type ProductOption,
  sortedIds,
  withArchived,
} from '../../../src/domain/mall/sku-matrix.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { holdRows } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { ON_SALE } from './on-sale.ts'
import { changeStock } from './stock.ts'

const ofSkus = (figure: string) =>
  `(select ${figure} from mall_sku s where s.product_id = t.id and not s.archived)`
const stockOf = (figure: string) =>
  `(select coalesce(sum(${figure}), 0)::int from mall_sku s where s.product_id = t.id)`

const SKUS = `coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'valueIds', s.value_ids, 'code', coalesce(s.code, ''),
    'price', s.price, 'weightGrams', s.weight_grams, 'onHand', s.on_hand, 'seenOnHand', s.on_hand, 'reserved', s.reserved)
    order by s.id) from mall_sku s where s.product_id = t.id and not s.archived), '[]')`

const written = z.object({
  options: z.optional(productOptions),
  skus: z.optional(z.array(skuLine)),
})

const flaws: Readonly<Record<OptionsFlaw, ErrorId>> = {
  sameTwice: 'field.chosenTwice',
  tooManyOptions: 'field.tooLong',
  tooManyValues: 'field.tooLong',
  tooManySkus: 'mall.tooManySkus',
}

async function checkOptions({ context: { sql }, input, before }: Saving): Promise<Record<string, unknown>> {
  const { options, skus } = z.parse(written, input)
  if (options === undefined && skus === undefined) return {}
  const old = z.parse(productOptions, before?.options ?? [])
  const next = options ?? old
  const flaw = flawOf(next)
  if (flaw) throw new Refused(flaws[flaw], { field: 'options' })
  const present = before ? await skusOf(sql, before.id) : []
  const stored = withArchived(next, old, new Set(present.flatMap(({ valueIds }) => valueIds)))
  const given = new Map((skus ?? []).map(line => [keyOf(line), line]))
  if (given.size < (skus?.length ?? 0)) throw new Refused('field.chosenTwice', { field: 'skus' })
  const { rows } = differenceOf(stored, present)
  // Every combination has its price; none is given a price that is no combination.
  if (skus && rows.some(row => !given.has(keyOf(row)))) throw new Refused('field.required', { field: 'skus' })
  if (given.size > rows.length) throw new Refused('field.choice', { field: 'skus' })
  if (!skus && rows.some(({ row }) => !row)) throw new Refused('field.required', { field: 'skus' })
  return { options: JSON.stringify(stored) }
}

interface StoredSku {
  id: number
  valueIds: number[]
  archived: boolean
}

/** Locked, in ascending order as stock is moved. */
async function skusOf(sql: Sql, productId: number): Promise<StoredSku[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('mall_sku')
      .select(['id', 'value_ids', 'archived'])
      .where('product_id', '=', productId)
      .orderBy('id')
      .forUpdate(),
  )
  return rows.map(({ id, value_ids, archived }) => ({ id, valueIds: value_ids, archived }))
}

async function saveMatrix(saving: Saving & { id: number }): Promise<void> {
  const { context, input, id, tenantId } = saving
  const { skus } = z.parse(written, input)
  if (!skus) return
  const { sql } = context
  const product = await firstOf(sql, tables.selectFrom('mall_product').select('options').where('id', '=', id))
  const options: ProductOption[] = z.parse(productOptions, product?.options ?? [])
  const { rows, gone } = differenceOf(options, await skusOf(sql, id))
  const given = new Map(skus.map(line => [keyOf(line), line]))
  for (const { valueIds, row } of rows) {
    const line = given.get(keyOf({ valueIds }))
    if (!line) throw new Refused('field.required', { field: 'skus' })
    if (row) await changeSku(saving, row.id, line)
    else await addSku(saving, { tenantId, productId: id }, line)
  }
  const leaving = gone.filter(({ archived }) => !archived).map(sku => sku.id)
  if (leaving.length > 0)
    await rowsOf(
      sql,
      tables
        .updateTable('mall_sku')
        .set({ archived: true, updated_at: Date.now(), version: raw`version + 1` })
        .where('id', 'in', leaving)
        .returning('id'),
    )
}

async function addSku(
  saving: Saving,
  { tenantId, productId }: { tenantId: number; productId: number },
  { valueIds, code, price, weightGrams, onHand = 0 }: SkuLine,
): Promise<void> {
  const now = Date.now()
  const made = await firstOf(
    saving.context.sql,
    tables
      .insertInto('mall_sku')
      .values({
        ...{ tenant_id: tenantId, created_at: now, updated_at: now, product_id: productId },
        ...{ value_ids: sortedIds(valueIds), code: code || null, price, weight_grams: weightGrams },
      })
      .returning('id'),
  )
  if (made && onHand > 0) await bookChange(saving, made.id, 'initial', onHand)
}

async function changeSku(saving: Saving, skuId: number, line: SkuLine): Promise<void> {
  const { code, price, weightGrams, onHand, seenOnHand } = line
  await firstOf(
    saving.context.sql,
    tables
      .updateTable('mall_sku')
      .set({
        ...{ code: code || null, price, weight_grams: weightGrams, archived: false },
        ...{ updated_at: Date.now(), version: raw`version + 1` },
      })
      .where('id', '=', skuId)
      .returning('id'),
  )
  if (onHand === undefined || seenOnHand === undefined || onHand === seenOnHand) return
  await bookChange(saving, skuId, 'adjust', onHand - seenOnHand)
}

async function bookChange(
  { context: { sql, person }, tenantId }: Saving,
  skuId: number,
  kind: 'initial' | 'adjust',
  onHandChange: number,
): Promise<void> {
  // Without the permission to move stock an article may be described, not filled.
  if (!holds(person.permissions, 'mallProduct.stock')) throw new Refused('forbidden')
  await changeStock(sql, {
    ...{ tenantId, skuId, kind, onHandChange, reservedChange: 0, orderId: null, note: null, at: Date.now() },
    by: { accountId: person.accountId, name: person.name },
  })
}

async function change({ context: { sql }, row }: Commanding, columns: Record<string, number | string>) {
  await firstOf(
    sql,
    tables
      .updateTable('mall_product')
      .set({ ...columns, updated_at: Date.now(), version: raw`version + 1` })
      .where('id', '=', row.id)
      .returning('id'),
  )
}

async function putOn(commanding: Commanding): Promise<void> {
  const { context, row, at } = commanding
  const sku = await firstOf(
    context.sql,
    tables
      .selectFrom('mall_sku')
      .select('id')
      .where('product_id', '=', row.id)
      .where('archived', '=', false)
      .limit(1),
  )
  if (!sku) throw new Refused('mall.nothingToSell')
  await change(commanding, { shelf: 'on', shelf_at: at })
}

export const productStore: Store = {
  entity: mallProduct,
  table: {
    name: 'mall_product',
    columns: {
      picture: 't.pictures[1]',
      onSale: ON_SALE,
      price: ofSkus('min(s.price)'),
      priceTo: ofSkus('max(s.price)'),
      skuCount: ofSkus('count(*)::int'),
      skus: SKUS,
      onHand: stockOf('s.on_hand'),
      reserved: stockOf('s.reserved'),
      available: `(select coalesce(sum(s.on_hand - s.reserved), 0)::int from mall_sku s
        where s.product_id = t.id and not s.archived)`,
      reviewCount: `(select count(*)::int from mall_review v where v.product_id = t.id and v.state = 'shown'
        and v.removed_at is null)`,
    },
    apart: ['options', 'skus'],
    usedBy: [{ table: 'mall_banner', column: 'product_id' }],
    beforeSave: checkOptions,
    afterSave: saveMatrix,
    beforeRemove: async ({ context: { sql }, row }) => {
      if (row.shelf === 'on') throw new Refused('mall.onShelf')
      const held = await firstOf(
        sql,
        tables
          .selectFrom('mall_sku')
          .select('id')
          .where('product_id', '=', row.id)
          .where('reserved', '>', 0)
          .limit(1),
      )
      if (held) throw new Refused('mall.heldByOrders')
    },
    commands: {
      putOn,
      takeOff: commanding => change(commanding, { shelf: 'off', shelf_at: commanding.at }),
      list: async commanding => {
        const { categoryId } = z.parse(z.object({ categoryId: z.number() }), commanding.input)
        if (!(await holdRows(commanding.context.sql, 'mall_category', [categoryId], commanding.tenantId)))
          throw new Refused('field.reference', { field: 'categoryId' })
        await change(commanding, { category_id: categoryId })
      },
      arrange: commanding => change(commanding, z.parse(z.object({ sort: z.number() }), commanding.input)),
    },
  },
}
