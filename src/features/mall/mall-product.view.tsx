// Words and looks of goods: shelf and stock of each article. The editor of one is a page of its own.
import { msg } from '@lingui/core/macro'
import { mallProduct } from '../../domain/mall/mall-product.ts'
import { type ViewFacts, viewOf } from '../../resource/view.ts'
import { EditLink } from './edit-link.tsx'
import { shelfWords } from './mall-words.ts'
import { priceRange } from './price-text.tsx'
import { ProductBadges, ProductPeek } from './product-peek.tsx'

type Facts = ViewFacts<typeof mallProduct>

const figure = { type: 'number', align: 'end', width: 110 } as const

const columns = {
  picture: { of: 'picture', label: msg`Picture`, type: 'img', width: 80 },
  name: {
    of: 'name',
    label: msg`Name`,
    type: 'name',
    icon: () => 'box',
    width: 220,
    fixed: 'left',
    required: true,
  },
  shelf: { of: 'shelf', label: msg`Shelf`, width: 130 },
  onSale: { of: 'onSale', label: msg`For sale`, type: 'yesNo', width: 100 },
  price: {
    of: 'price',
    label: msg`Price`,
    align: 'end',
    width: 170,
    text: (_, locale, row) => priceRange(row, locale),
  },
  available: { of: 'available', label: msg({ context: 'goods', message: 'Available' }), ...figure },
  onHand: { of: 'onHand', label: msg`In stock`, ...figure },
  reserved: { of: 'reserved', label: msg({ context: 'goods', message: 'Reserved' }), ...figure },
  skuCount: { of: 'skuCount', label: msg`SKUs`, ...figure, quiet: true },
  categoryName: { of: 'categoryName', label: msg`Category`, width: 130 },
  merchantName: { of: 'merchantName', label: msg`Merchant`, width: 150 },
  sort: { of: 'sort', label: msg`Sort order`, ...figure },
  reviewCount: {
    of: 'reviewCount',
    label: msg({ context: 'page', message: 'Goods reviews' }),
    ...figure,
    quiet: true,
  },
  freight: {
    of: 'freightTemplateName',
    label: msg`Freight template`,
    width: 150,
    quiet: true,
    hidden: true,
  },
  updatedAt: { of: 'updatedAt', label: msg`Changed`, type: 'age', width: 130, quiet: true },
  tenantName: { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
} as const satisfies Record<string, Facts['columns'][number]>

const common = {
  titleOne: msg`Article`,
  icon: 'box',
  removeQuestion: msg`Delete the article? Orders keep what they took down of it.`,
  words: { shelf: shelfWords },
  card: { icon: () => 'box', title: 'name', state: 'shelf', detail: ['price', 'available', 'merchantName'] },
  actions: {
    putOn: { label: msg`Put on the shelf`, icon: 'upload', primary: true, done: msg`On the shelf` },
    takeOff: { label: msg`Take off the shelf`, icon: 'download', primary: true, done: msg`Off the shelf` },
    list: {
      label: msg`Move to a category`,
      icon: 'layers',
      input: [{ of: 'categoryId', label: msg`Category`, entity: 'mallCategory' }],
    },
    arrange: {
      label: msg`Change the order`,
      icon: 'sort',
      bulk: false,
      input: [{ of: 'sort', label: msg`Sort order`, kind: 'integer', hint: msg`Lower numbers come first` }],
    },
  },
  slots: {
    badges: ({ row }) => <ProductBadges product={row} />,
    actions: ({ row }) => <EditLink id={row.id} />,
    peek: ({ row }) => <ProductPeek product={row} />,
  },
} as const satisfies Partial<Facts>

export const mallProductView = viewOf(mallProduct, {
  ...common,
  title: msg({ context: 'page', message: 'Goods' }),
  empty: {
    title: msg`No goods yet`,
    why: msg`Add the first article with its options, prices and stock; then put it on the shelf.`,
    icon: 'box',
  },
  columns: [
    columns.name,
    columns.picture,
    columns.shelf,
    columns.price,
    columns.available,
    columns.onHand,
    columns.reserved,
    columns.merchantName,
    columns.categoryName,
    columns.skuCount,
    columns.reviewCount,
    columns.freight,
    columns.updatedAt,
    columns.tenantName,
  ],
  filters: {
    shelf: msg`Shelf`,
    merchantId: msg`Merchant`,
    categoryId: msg`Category`,
    available: msg({ context: 'goods', message: 'Available' }),
    name: msg`Name`,
  },
})

/** Under their categories, in the order that shoppers find them. */
export const listingView = viewOf(mallProduct, {
  ...common,
  title: msg({ context: 'page', message: 'Goods listing' }),
  shownElsewhere: 'categoryId',
  empty: {
    title: msg`Nothing is listed here yet`,
    why: msg`Move goods into this category, or add an article.`,
    icon: 'layers',
  },
  columns: [
    columns.name,
    columns.picture,
    columns.sort,
    columns.categoryName,
    columns.shelf,
    columns.onSale,
    columns.price,
    columns.merchantName,
    columns.tenantName,
  ],
  card: { icon: () => 'box', title: 'name', state: 'shelf', detail: ['sort', 'categoryName', 'price'] },
  filters: { shelf: msg`Shelf`, merchantId: msg`Merchant`, name: msg`Name` },
})

/** As shoppers find them now. */
export const onSaleView = viewOf(mallProduct, {
  ...common,
  title: msg({ context: 'page', message: 'Commodities' }),
  empty: {
    title: msg`Nothing is for sale`,
    why: msg`An article is for sale once it is on the shelf, its merchant is open and its category is shown.`,
    icon: 'box',
  },
  columns: [
    columns.name,
    columns.picture,
    columns.price,
    columns.available,
    columns.reviewCount,
    columns.merchantName,
    columns.categoryName,
    columns.freight,
    columns.tenantName,
  ],
  card: { icon: () => 'box', title: 'name', detail: ['price', 'available', 'merchantName'] },
  filters: {
    categoryId: msg`Category`,
    merchantId: msg`Merchant`,
    available: msg({ context: 'goods', message: 'Available' }),
    name: msg`Name`,
  },
})
