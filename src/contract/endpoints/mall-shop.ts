// What a shop front asks, without a session: what is for sale, one article of it, and what its way costs. Only what every shopper may see.
import * as z from 'zod/mini'
import { id } from '../../domain/fields.ts'
import { regionCode } from '../../domain/mall/freight.ts'
import { productOptions, somePieces } from '../../domain/mall/mall-product.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery, searchText, wholeInQuery } from '../query-values.ts'

/** Whose mall it is: the id of the tenant. */
const shop = inQuery(15, id)

const PAGE_SIZE_LIMIT = 50
const MOST_BASKET_LINES = 50
/** More than so many pieces are told as so many. */
export const MOST_TOLD_PIECES = 100

const shownGoods = z.object({
  id,
  name: z.string(),
  picture: z.nullable(z.string()),
  merchantName: z.string(),
  categoryId: id,
  /** Fen: the lowest and the highest of its SKUs. */
  price: z.int(),
  priceTo: z.int(),
  /** Pieces, at most a hundred. */
  available: z.int(),
})

export const shopFront = endpoint({
  service: 'mall',
  method: 'GET',
  path: 'shop/front',
  access: 'public',
  summary: 'Categories and banners of a mall as shoppers see them now',
  request: z.strictObject({ shop }),
  response: z.object({
    categories: z.array(
      z.object({ id, parentId: z.nullable(id), name: z.string(), picture: z.nullable(z.string()) }),
    ),
    banners: z.array(
      z.object({
        id,
        title: z.string(),
        picture: z.nullable(z.string()),
        productId: z.nullable(id),
        categoryId: z.nullable(id),
      }),
    ),
  }),
})

export const shopGoods = endpoint({
  service: 'mall',
  method: 'GET',
  path: 'shop/goods',
  access: 'public',
  summary: 'Goods for sale, of a category with all below it or of all',
  request: z.strictObject({
    shop,
    categoryId: z.optional(inQuery(15, id)),
    q: z.optional(searchText),
    page: z.optional(wholeInQuery(4, 1, 1000)),
    size: z.optional(wholeInQuery(2, 1, PAGE_SIZE_LIMIT)),
  }),
  response: z.object({ total: z.int(), list: z.array(shownGoods) }),
})

export const shopArticle = endpoint({
  service: 'mall',
  method: 'GET',
  path: 'shop/article',
  access: 'public',
  summary: 'One article for sale with its SKUs and the newest reviews that are shown',
  request: z.strictObject({ shop, id: inQuery(15, id) }),
  response: z.object({
    ...shownGoods.shape,
    description: z.nullable(z.string()),
    pictures: z.array(z.string()),
    options: productOptions,
    skus: z.array(
      z.object({
        id,
        valueIds: z.array(z.int()),
        optionText: z.string(),
        price: z.int(),
        weightGrams: z.int(),
        available: z.int(),
      }),
    ),
    reviews: z.array(
      z.object({
        /** The first character only. */
        authorName: z.string(),
        rating: z.int(),
        content: z.string(),
        writtenAt: z.int(),
        reply: z.nullable(z.string()),
      }),
    ),
  }),
})

/** What a basket would cost as things are now; an order computes it anew. */
export const shopQuote = endpoint({
  service: 'mall',
  method: 'POST',
  path: 'shop/quote',
  access: 'public',
  summary: 'Prices and freight of a basket sent to a region',
  request: z.strictObject({
    shop: id,
    region: regionCode,
    lines: z
      .array(z.strictObject({ skuId: id, quantity: somePieces }))
      .check(z.minLength(1, { error: 'nothingSelected' }), z.maxLength(MOST_BASKET_LINES)),
  }),
  response: z.object({
    goodsFen: z.int(),
    /** False where something of it is not sent there. */
    served: z.boolean(),
    /** Null where it is not served. */
    freightFen: z.nullable(z.int()),
    lines: z.array(
      // What is not for sale has no price: 0.
      z.object({ skuId: id, price: z.int(), quantity: z.int(), enough: z.boolean(), onSale: z.boolean() }),
    ),
  }),
})
