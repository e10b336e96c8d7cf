// Words and looks of the mall's banners.
import { msg } from '@lingui/core/macro'
import { mallBanner } from '../../domain/mall/mall-banner.ts'
import { MomentControl } from '../../resource/date-fields.tsx'
import { viewOf } from '../../resource/view.ts'
import { phaseWords, shownWords } from './mall-words.ts'

export const mallBannerView = viewOf(mallBanner, {
  title: msg({ context: 'page', message: 'Mall banners' }),
  titleOne: msg`Banner`,
  icon: 'camera',
  nameOf: 'title',
  add: msg`Add banner`,
  removeQuestion: msg`Delete the banner?`,
  empty: {
    title: msg`No banners yet`,
    why: msg`Banners stand at the top of the mall, in their order and within their window.`,
    icon: 'camera',
  },
  columns: [
    {
      of: 'title',
      label: msg`Title`,
      type: 'name',
      icon: () => 'camera',
      width: 200,
      fixed: 'left',
      required: true,
    },
    { of: 'picture', label: msg`Picture`, type: 'img', width: 80 },
    { of: 'phase', label: msg`State`, width: 110 },
    { of: 'sort', label: msg`Sort order`, type: 'number', width: 110, align: 'end' },
    { of: 'productName', label: msg`Leads to the article`, width: 180 },
    { of: 'categoryName', label: msg`Leads to the category`, width: 180 },
    { of: 'showFrom', label: msg({ context: 'banner', message: 'From' }), type: 'date', width: 170 },
    { of: 'showUntil', label: msg({ context: 'banner', message: 'Until' }), type: 'date', width: 170 },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'camera',
    title: 'title',
    state: 'phase',
    detail: ['sort', 'productName', 'categoryName'],
  },
  words: { phase: phaseWords, status: shownWords },
  filters: { phase: msg`State`, title: msg`Title` },
  initial: { sort: 100, status: 'shown' },
  form: [
    { of: 'title', label: msg`Title` },
    { of: 'picture', label: msg`Picture`, kind: 'image' },
    { of: 'productId', label: msg`Leads to the article` },
    { of: 'categoryId', label: msg`Leads to the category` },
    { of: 'sort', label: msg`Sort order`, kind: 'integer', hint: msg`Lower numbers come first` },
    { of: 'status', label: msg`Status` },
    {
      of: 'showFrom',
      label: msg`Shown from`,
      render: control => <MomentControl control={control} />,
    },
    {
      of: 'showUntil',
      label: msg`Shown until`,
      render: control => <MomentControl control={control} />,
    },
  ],
  actions: {
    show: { label: msg({ context: 'mall', message: 'Show' }), icon: 'eye', primary: true },
    hide: { label: msg({ context: 'mall', message: 'Hide' }), icon: 'eye-off', primary: true },
    arrange: {
      label: msg`Change the order`,
      icon: 'sort',
      bulk: false,
      input: [{ of: 'sort', label: msg`Sort order`, kind: 'integer', hint: msg`Lower numbers come first` }],
    },
  },
})
