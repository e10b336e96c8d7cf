// Goods of the mall: one article, and its SKUs with price, weight and stock.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, ids, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { photoList } from '../site/photos.ts'
import { mallGrants } from './grants.ts'
import { place } from './mall-category.ts'
import { MOST_OPTIONS, MOST_SKUS, MOST_VALUES, OPTION_NAME_LENGTH } from './sku-matrix.ts'

/** Ten million yuan. */
const MOST_FEN = 1_000_000_000
/** A tonne. */
const MOST_GRAMS = 1_000_000
const MOST_PIECES = 1_000_000

export const pieces = z.int().check(z.minimum(0), z.maximum(MOST_PIECES))
export const somePieces = z.int().check(z.minimum(1), z.maximum(MOST_PIECES))

/** Nobody sees a draft; what is off the shelf was for sale and may be again. */
export const shelfState = z.enum(['draft', 'on', 'off'])

const optionValue = z.object({ id, name: nonEmpty(OPTION_NAME_LENGTH), archived: z.boolean() })
// Archived ones stand beside those that are offered.
const productOption = z.object({
  id,
  name: nonEmpty(OPTION_NAME_LENGTH),
  values: z.array(optionValue).check(z.maxLength(MOST_VALUES * 5)),
})
export const productOptions = z.array(productOption).check(z.maxLength(MOST_OPTIONS * 5))

/** A row of the matrix as the editor sends it. */
export const skuLine = z.object({
  valueIds: ids(MOST_OPTIONS),
  code: z.optional(text(40)),
  price: z.int().check(z.minimum(1), z.maximum(MOST_FEN)),
  weightGrams: z.int().check(z.minimum(0), z.maximum(MOST_GRAMS)),
  /** How many there are; absent: as many as there were. */
  onHand: z.optional(pieces),
  /** How many there were when the form was opened: only the difference is booked, so that what was sold meanwhile stays sold. */
  seenOnHand: z.optional(pieces),
})
export type SkuLine = z.output<typeof skuLine>

/** The same as it is read: those that are offered. */
const shownSku = z.object({
  id,
  valueIds: z.array(z.int()),
  code: z.string(),
  price: z.int(),
  weightGrams: z.int(),
  onHand: z.int(),
  seenOnHand: z.int(),
  reserved: z.int(),
})

const productFields = {
  merchantId: id,
  categoryId: id,
  name: nonEmpty(80),
  description: z.optional(text(5000)),
  pictures: z.optional(photoList),
  /** None: whoever buys it pays nothing for its way. */
  freightTemplateId: z.optional(z.nullable(id)),
  sort: z.optional(place),
}

const shelf = 'mallProduct.shelf'
const stock = 'mallProduct.stock'

export const mallProduct = defineEntity({
  key: 'mallProduct',
  service: 'mall',
  permission: 'mallProduct',
  grants: mallGrants('productManage', ['shelf', 'stock']),
  page: {
    path: '/productManage',
    layout: 'console',
    titleZh: '商品管理',
    titleEn: 'Goods',
    directory: 'Mall',
    after: 'AfterSalesOrders',
    icon: 'box',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...productFields,
    pictures: z.array(z.string()),
    picture: z.nullable(z.string()),
    options: productOptions,
    sort: z.int(),
    shelf: shelfState,
    /** On the shelf, of an open merchant, in a category that is shown. */
    onSale: z.boolean(),
    merchantName: z.optional(z.nullable(z.string())),
    categoryName: z.optional(z.nullable(z.string())),
    freightTemplateName: z.optional(z.nullable(z.string())),
    /** Of the SKUs that are offered: the lowest and the highest; null without any. */
    price: z.nullable(z.int()),
    priceTo: z.nullable(z.int()),
    skuCount: z.int(),
    skus: z.array(shownSku),
    onHand: z.int(),
    reserved: z.int(),
    available: z.int(),
    /** Of reviews that are shown. */
    reviewCount: z.int(),
  }),
  write: z.object({
    ...productFields,
    options: z.optional(productOptions),
    skus: z.optional(z.array(skuLine).check(z.maxLength(MOST_SKUS))),
  }),
  filters: {
    name: 'contains',
    shelf: 'oneOf',
    merchantId: 'equals',
    categoryId: 'equals',
    onSale: 'equals',
    available: 'range',
    price: 'range',
  },
  sorts: ['sort', 'name', 'price', 'onHand', 'available', 'createdAt', 'updatedAt'],
  defaultSort: '-createdAt',
  search: ['name', 'merchantName', 'categoryName'],
  countBy: 'shelf',
  refs: {
    merchantId: { entity: 'merchant', label: 'merchantName' },
    categoryId: { entity: 'mallCategory', label: 'categoryName' },
    freightTemplateId: { entity: 'freightTemplate', label: 'freightTemplateName' },
  },
  shownIn: ['mallSku', 'merchant', 'mallCategory', 'mallReview'],
  removable: true,
  commands: {
    putOn: { permission: shelf, undo: 'takeOff', hindrance: row => needlessUnless(row.shelf !== 'on') },
    takeOff: { permission: shelf, undo: 'putOn', hindrance: row => needlessUnless(row.shelf === 'on') },
    list: {
      permission: 'mallProduct.save',
      input: z.object({ categoryId: id }),
    },
    arrange: {
      permission: 'mallProduct.save',
      byHand: true,
      input: z.object({ sort: place }),
    },
  },
})

const moved = { permission: stock, byHand: true } as const

/** What is sold: one combination of an article. Made by the editor of the article; its stock is moved here. */
export const mallSku = defineEntity({
  key: 'mallSku',
  service: 'mall',
  permission: 'mallProduct',
  grants: mallGrants('productManage', ['shelf', 'stock']),
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    productId: id,
    productName: z.string(),
    /** Ids of the values, sorted. */
    valueIds: z.array(z.int()),
    /** Their names. */
    optionText: z.string(),
    code: z.nullable(z.string()),
    price: z.int(),
    weightGrams: z.int(),
    onHand: z.int(),
    reserved: z.int(),
    available: z.int(),
    /** No combination of the article any more: not sold, only remembered. */
    archived: z.boolean(),
    stockState: z.enum(['soldOut', 'low', 'enough']),
    shelf: shelfState,
  }),
  filters: {
    productId: 'equals',
    productName: 'contains',
    stockState: 'oneOf',
    archived: 'equals',
    available: 'range',
    code: 'contains',
  },
  sorts: ['productName', 'price', 'onHand', 'available', 'createdAt'],
  defaultSort: 'productName',
  search: ['productName', 'optionText', 'code'],
  countBy: 'stockState',
  shownIn: ['mallProduct', 'stockMove'],
  removable: false,
  commands: {
    receive: { ...moved, input: z.object({ quantity: somePieces, note: z.optional(text(200)) }) },
    /** Broken, lost, gone bad: with the reason. */
    writeOff: { ...moved, input: z.object({ quantity: somePieces, note: nonEmpty(200) }) },
    /** Stocktaking: what was counted is what there is. */
    count: { ...moved, input: z.object({ onHand: pieces, note: z.optional(text(200)) }) },
  },
})
