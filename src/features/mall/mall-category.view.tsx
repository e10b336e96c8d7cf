// Words and looks of the categories of goods; they are shown as a tree.
import { msg } from '@lingui/core/macro'
import { mallCategory } from '../../domain/mall/mall-category.ts'
import { viewOf } from '../../resource/view.ts'
import { shownWords } from './mall-words.ts'

export const mallCategoryView = viewOf(mallCategory, {
  title: msg({ context: 'page', message: 'Goods categories' }),
  titleOne: msg`Category of goods`,
  icon: 'layers',
  add: msg`Add category`,
  removeQuestion: msg`Delete the category? It must have no goods and no categories below it.`,
  empty: {
    title: msg`No categories yet`,
    why: msg`Shoppers find goods by their category: add the first one.`,
    icon: 'layers',
  },
  columns: [
    { of: 'name', label: msg`Name`, required: true, width: 180 },
    { of: 'status', label: msg`Status`, width: 110 },
    { of: 'parentName', label: msg`Parent`, width: 160 },
    { of: 'sort', label: msg`Sort order`, type: 'number', width: 110, align: 'end' },
    {
      of: 'goodsCount',
      label: msg({ context: 'page', message: 'Goods' }),
      type: 'number',
      width: 100,
      align: 'end',
    },
    { of: 'tenantName', label: msg`Tenant`, width: 140, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, hidden: true },
  ],
  card: { icon: () => 'layers', title: 'name', state: 'status', detail: ['parentName', 'goodsCount'] },
  words: { status: shownWords },
  filters: { name: msg`Name`, status: msg`Status` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'parentId', label: msg`Parent`, hint: msg`Empty: at the top` },
    { of: 'sort', label: msg`Sort order`, kind: 'integer', hint: msg`Lower numbers come first` },
    { of: 'status', label: msg`Status`, hint: msg`Hidden hides everything below it too` },
    { of: 'picture', label: msg`Picture`, kind: 'image' },
  ],
  initial: { sort: 100, status: 'shown' },
  actions: {
    show: { label: msg({ context: 'mall', message: 'Show' }), icon: 'eye' },
    hide: { label: msg({ context: 'mall', message: 'Hide' }), icon: 'eye-off' },
  },
})
