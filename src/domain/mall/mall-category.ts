// Categories of goods: a tree, in an order of its own, of which parts may be hidden from shoppers.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { uploadedFile } from '../media/review.ts'
import { mallGrants } from './grants.ts'

/** Hidden hides what is below it too. */
export const shownState = z.enum(['shown', 'hidden'])

/** Places in an order that people give by hand. */
export const place = z.int().check(z.minimum(0), z.maximum(100_000))

const categoryFields = {
  name: nonEmpty(40),
  parentId: z.optional(z.nullable(id)),
  sort: place,
  status: shownState,
  picture: z.optional(uploadedFile),
}

export const mallCategory = defineEntity({
  key: 'mallCategory',
  service: 'mall',
  permission: 'mallCategory',
  grants: mallGrants('Category', ['import']),
  page: {
    path: '/Category',
    layout: 'console',
    titleZh: '商品分类',
    titleEn: 'Goods categories',
    directory: 'Mall',
    after: 'productCategory',
    icon: 'layers',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...categoryFields,
    parentName: z.optional(z.nullable(z.string())),
    /** Goods right under it. */
    goodsCount: z.int(),
  }),
  write: z.object(categoryFields),
  filters: { name: 'contains', status: 'oneOf', parentId: 'equals' },
  sorts: ['sort', 'name', 'createdAt', 'goodsCount'],
  defaultSort: 'sort',
  search: ['name'],
  countBy: 'status',
  parent: 'parentId',
  refs: { parentId: { entity: 'mallCategory', label: 'parentName' } },
  shownIn: ['mallProduct'],
  removable: true,
  importable: true,
  commands: {
    show: {
      permission: 'mallCategory.save',
      undo: 'hide',
      hindrance: ({ status }) => needlessUnless(status !== 'shown'),
    },
    hide: {
      permission: 'mallCategory.save',
      undo: 'show',
      hindrance: ({ status }) => needlessUnless(status !== 'hidden'),
    },
  },
})
