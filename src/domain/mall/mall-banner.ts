// Banners of the mall: pictures in their order, each within its window.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { uploadedFile } from '../media/review.ts'
import { mallGrants } from './grants.ts'
import { place, shownState } from './mall-category.ts'

const bannerFields = {
  title: nonEmpty(60),
  picture: z.optional(uploadedFile),
  /** Where a touch leads: to an article, to a category, or nowhere. */
  productId: z.optional(z.nullable(id)),
  categoryId: z.optional(z.nullable(id)),
  sort: place,
  status: shownState,
  showFrom: z.optional(z.nullable(moment)),
  showUntil: z.optional(z.nullable(moment)),
}

export const mallBanner = defineEntity({
  key: 'mallBanner',
  service: 'mall',
  permission: 'mallBanner',
  grants: mallGrants('productBanner'),
  page: {
    path: '/productBanner',
    layout: 'console',
    titleZh: '商城轮播',
    titleEn: 'Mall banners',
    directory: 'Mall',
    after: 'FreightTemplate',
    icon: 'camera',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...bannerFields,
    productName: z.optional(z.nullable(z.string())),
    categoryName: z.optional(z.nullable(z.string())),
    /** As shoppers find it now. */
    phase: z.enum(['live', 'planned', 'over', 'hidden']),
  }),
  write: z.object(bannerFields),
  filters: { title: 'contains', phase: 'oneOf', productId: 'equals' },
  sorts: ['sort', 'title', 'showFrom', 'createdAt'],
  defaultSort: 'sort',
  search: ['title'],
  countBy: 'phase',
  refs: {
    productId: { entity: 'mallProduct', label: 'productName' },
    categoryId: { entity: 'mallCategory', label: 'categoryName' },
  },
  removable: true,
  commands: {
    show: {
      permission: 'mallBanner.save',
      undo: 'hide',
      hindrance: ({ status }) => needlessUnless(status !== 'shown'),
    },
    hide: {
      permission: 'mallBanner.save',
      undo: 'show',
      hindrance: ({ status }) => needlessUnless(status !== 'hidden'),
    },
    arrange: { permission: 'mallBanner.save', byHand: true, input: z.object({ sort: place }) },
  },
})
