// Words and looks of SKUs: what there is of each, and how it is moved.
import { msg } from '@lingui/core/macro'
import { mallSku } from '../../domain/mall/mall-product.ts'
import { viewOf } from '../../resource/view.ts'
import { shelfWords, skuStockWords } from './mall-words.ts'
import { priceText } from './price-text.tsx'
import { SkuPeek } from './sku-peek.tsx'

const figure = { type: 'number', align: 'end', width: 110 } as const

export const mallSkuView = viewOf(mallSku, {
  title: msg`Stock of goods`,
  titleOne: msg`SKU`,
  icon: 'box',
  nameOf: 'productName',
  within: { archived: false },
  empty: {
    title: msg`No SKUs yet`,
    why: msg`Each combination of an article's options is one. The editor of the article makes them.`,
    icon: 'box',
  },
  columns: [
    {
      of: 'productName',
      label: msg`Article`,
      type: 'name',
      icon: () => 'box',
      width: 200,
      fixed: 'left',
      required: true,
    },
    { of: 'optionText', label: msg`Options`, width: 160 },
    { of: 'stockState', label: msg`State`, width: 130 },
    { of: 'available', label: msg({ context: 'goods', message: 'Available' }), ...figure },
    { of: 'onHand', label: msg`In stock`, ...figure },
    { of: 'reserved', label: msg({ context: 'goods', message: 'Reserved' }), ...figure },
    { of: 'price', label: msg`Price`, align: 'end', width: 120, text: priceText },
    { of: 'weightGrams', label: msg`Weight (g)`, ...figure, quiet: true },
    { of: 'code', label: msg`SKU code`, type: 'code', width: 140 },
    { of: 'shelf', label: msg`Shelf`, width: 130, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'box',
    title: 'productName',
    state: 'stockState',
    detail: ['optionText', 'available', 'price'],
  },
  words: { stockState: skuStockWords, shelf: shelfWords },
  filters: { stockState: msg`State`, productName: msg`Article`, code: msg`SKU code` },
  actions: {
    receive: {
      label: msg`Receive`,
      icon: 'download',
      primary: true,
      bulk: false,
      input: [
        { of: 'quantity', label: msg`Pieces`, kind: 'integer' },
        { of: 'note', label: msg`Note` },
      ],
      done: msg`Written down`,
    },
    writeOff: {
      label: msg`Write off`,
      icon: 'trash',
      primary: true,
      bulk: false,
      input: [
        { of: 'quantity', label: msg`Pieces`, kind: 'integer' },
        { of: 'note', label: msg`Reason` },
      ],
      done: msg`Written down`,
    },
    count: {
      label: msg`Stocktaking`,
      icon: 'check',
      bulk: false,
      input: [
        { of: 'onHand', label: msg`Counted pieces`, kind: 'integer' },
        { of: 'note', label: msg`Note` },
      ],
      done: msg`Written down`,
    },
  },
  slots: { peek: ({ row }) => <SkuPeek sku={row} /> },
})
