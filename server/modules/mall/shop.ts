// The shop front for anybody: goods for sale, one article, and the freight of a basket. Each address may ask so often a minute.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import {
  MOST_TOLD_PIECES,
  shopArticle,
  shopFront,
  shopGoods,
  shopQuote,
} from '../../../src/contract/endpoints/mall-shop.ts'
import { freightOf } from '../../../src/domain/mall/freight.ts'
import { productOptions } from '../../../src/domain/mall/mall-product.ts'
import { combinationText } from '../../../src/domain/mall/sku-matrix.ts'
import type { Data, Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { articlesForOrder, freightTermsOf } from './for-orders.ts'
import { ON_SALE } from './on-sale.ts'
import { createPace } from './pace.ts'
import { summedLines } from './stock.ts'

const PER_MINUTE = 240
const PAGE_SIZE = 20
const SHOWN_REVIEWS = 20

const onSale = raw<boolean>`${raw.raw(ON_SALE)}`
const told = (available: number) => Math.min(Math.max(0, available), MOST_TOLD_PIECES)

export function mountShop(handlers: Handlers, data: Data): void {
  const pace = createPace(PER_MINUTE)
  /** In the scope of the mall's tenant, if there is an enabled one. */
  const within = <Result>(shop: number, address: string, work: (sql: Sql) => Promise<Result>) => {
    pace.step(address)
    return data.scoped({ tenant: shop }, async sql => {
      const tenant = await firstOf(
        sql,
        tables
          .selectFrom('tenant')
          .select('id')
          .where('id', '=', shop)
          .where('status', '=', 'enabled')
          .where('removed_at', 'is', null),
      )
      if (!tenant) throw new Refused('row.unknown')
      return work(sql)
    })
  }
  handlers.handleOpen(shopFront, ({ shop }, { address }) =>
    within(shop, address, async sql => ({
      categories: await categoriesOf(sql),
      banners: await bannersOf(sql),
    })),
  )
  handlers.handleOpen(shopGoods, (request, { address }) =>
    within(request.shop, address, sql => goodsOf(sql, request)),
  )
  handlers.handleOpen(shopArticle, ({ shop, id }, { address }) =>
    within(shop, address, sql => articleOf(sql, id)),
  )
  handlers.handleOpen(shopQuote, ({ shop, region, lines }, { address }) =>
    within(shop, address, async sql => {
      const wanted = summedLines(lines)
      const articles = await articlesForOrder(
        sql,
        shop,
        wanted.map(({ skuId }) => skuId),
      )
      const bySku = new Map(articles.map(article => [article.skuId, article]))
      const terms = await freightTermsOf(
        sql,
        shop,
        articles.flatMap(({ freightTemplateId }) => freightTemplateId ?? []),
      )
      const priced = wanted.map(({ skuId, quantity }) => {
        const article = bySku.get(skuId)
        if (!article) throw new Refused('field.reference', { field: 'lines' })
        // What is not for sale tells nobody its price.
        const price = article.onSale ? article.price : 0
        return { article, quantity, price, fen: price * quantity }
      })
      const freight = freightOf(
        priced.map(({ article, quantity, fen }) => ({
          terms: (article.freightTemplateId !== null && terms.get(article.freightTemplateId)) || null,
          grams: article.weightGrams * quantity,
          fen,
        })),
        region,
      )
      return {
        goodsFen: priced.reduce((sum, { fen }) => sum + fen, 0),
        served: freight.served,
        freightFen: freight.served ? freight.fen : null,
        lines: priced.map(({ article, quantity, price }) => ({
          ...{ skuId: article.skuId, price, quantity, onSale: article.onSale },
          enough: article.onSale && article.available >= quantity,
        })),
      }
    }),
  )
}

async function categoriesOf(sql: Sql) {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('mall_category')
      .select(['id', 'parent_id as parentId', 'name', 'picture', 'status'])
      .where('removed_at', 'is', null)
      .orderBy('sort')
      .orderBy('id'),
  )
  // Hidden hides what is below it too.
  const byId = new Map(rows.map(row => [row.id, row]))
  const isShown = (row: (typeof rows)[number], depth = 0): boolean => {
    if (row.status !== 'shown' || depth > 50) return false
    const above = row.parentId === null ? undefined : byId.get(row.parentId)
    return above ? isShown(above, depth + 1) : true
  }
  return rows
    .filter(row => isShown(row))
    .map(({ id, parentId, name, picture }) => ({ id, parentId, name, picture }))
}

function bannersOf(sql: Sql) {
  const now = Date.now()
  return rowsOf(
    sql,
    tables
      .selectFrom('mall_banner')
      .select(['id', 'title', 'picture', 'product_id as productId', 'category_id as categoryId'])
      .where('removed_at', 'is', null)
      .where('status', '=', 'shown')
      .where(({ eb, or }) => or([eb('show_from', 'is', null), eb('show_from', '<=', now)]))
      .where(({ eb, or }) => or([eb('show_until', 'is', null), eb('show_until', '>', now)]))
      .orderBy('sort')
      .orderBy('id'),
  )
}

const figureOf = (figure: string) =>
  raw<
    number | null
  >`${raw.raw(`(select ${figure} from mall_sku s where s.product_id = t.id and not s.archived)`)}`

const sold = () =>
  tables.selectFrom('mall_product as t').innerJoin('merchant as m', 'm.id', 't.merchant_id').where(onSale)

const shownFields = () =>
  sold()
    .select(['t.id', 't.name', 't.pictures', 't.category_id', 'm.name as merchant_name'])
    .select([
      figureOf('min(s.price)').as('price'),
      figureOf('max(s.price)').as('price_to'),
      figureOf('sum(s.on_hand - s.reserved)::int').as('available'),
    ])

interface ShownRow {
  id: number
  name: string
  pictures: string[]
  category_id: number
  merchant_name: string
  price: number | null
  price_to: number | null
  available: number | null
}

const shownOf = (row: ShownRow) => ({
  ...{ id: row.id, name: row.name, picture: row.pictures[0] ?? null, merchantName: row.merchant_name },
  ...{ categoryId: row.category_id, price: row.price ?? 0, priceTo: row.price_to ?? 0 },
  available: told(row.available ?? 0),
})

interface Asked {
  categoryId?: number | undefined
  q?: string | undefined
  page?: number | undefined
  size?: number | undefined
}

async function goodsOf(sql: Sql, { categoryId, q, page = 1, size = PAGE_SIZE }: Asked) {
  const pattern = q?.trim() ? `%${q.trim().replaceAll(/[\\%_]/g, '\\$&')}%` : undefined
  const below = raw<boolean>`t.category_id in (with recursive down as (select id from mall_category where id = ${categoryId ?? 0}
    union all select c.id from mall_category c join down on c.parent_id = down.id) select id from down)`
  let counted = sold().select(({ fn }) => fn.countAll<number>().as('total'))
  let listed = shownFields()
  if (categoryId !== undefined) {
    counted = counted.where(below)
    listed = listed.where(below)
  }
  if (pattern !== undefined) {
    counted = counted.where('t.name', 'ilike', pattern)
    listed = listed.where('t.name', 'ilike', pattern)
  }
  const total = (await firstOf(sql, counted))?.total ?? 0
  const rows = await rowsOf(
    sql,
    listed
      .orderBy('t.sort')
      .orderBy('t.id')
      .limit(size)
      .offset((page - 1) * size),
  )
  return { total: Number(total), list: rows.map(shownOf) }
}

async function articleOf(sql: Sql, id: number) {
  const row = await firstOf(sql, shownFields().select(['t.description', 't.options']).where('t.id', '=', id))
  if (!row) throw new Refused('row.unknown')
  const options = z.parse(productOptions, row.options)
  const skus = await rowsOf(
    sql,
    tables
      .selectFrom('mall_sku')
      .select(['id', 'value_ids', 'price', 'weight_grams', 'on_hand', 'reserved'])
      .where('product_id', '=', id)
      .where('archived', '=', false)
      .orderBy('id'),
  )
  const reviews = await rowsOf(
    sql,
    tables
      .selectFrom('mall_review')
      .select(['author_name', 'rating', 'content', 'written_at', 'reply'])
      .where('product_id', '=', id)
      .where('state', '=', 'shown')
      .where('removed_at', 'is', null)
      .orderBy('written_at', 'desc')
      .limit(SHOWN_REVIEWS),
  )
  return {
    ...shownOf(row),
    description: row.description,
    pictures: row.pictures,
    options,
    skus: skus.map(sku => ({
      ...{ id: sku.id, valueIds: sku.value_ids, price: sku.price, weightGrams: sku.weight_grams },
      optionText: combinationText(options, { valueIds: sku.value_ids }),
      available: told(sku.on_hand - sku.reserved),
    })),
    reviews: reviews.map(({ author_name, rating, content, written_at, reply }) => ({
      ...{ authorName: `${[...author_name][0] ?? ''}**`, rating, content, writtenAt: written_at, reply },
    })),
  }
}
