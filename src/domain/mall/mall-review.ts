// What buyers say of goods: read by somebody before it is shown, and answered.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { photoList } from '../site/photos.ts'
import { mallGrants } from './grants.ts'

/** Changed words are unread words: they are pending again. */
export const mallReviewState = z.enum(['pending', 'shown', 'hidden'])

const reviewFields = {
  productId: id,
  authorName: nonEmpty(40),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  content: nonEmpty(1000),
  pictures: z.optional(photoList),
}

const judged = { permission: 'mallReview.review', asSeen: true } as const

export const mallReview = defineEntity({
  key: 'mallReview',
  service: 'mall',
  permission: 'mallReview',
  grants: mallGrants('ProductReviews', ['review']),
  page: {
    path: '/ProductReviews',
    layout: 'console',
    titleZh: '商品评价',
    titleEn: 'Goods reviews',
    directory: 'Mall',
    after: 'ProductSpecifications',
    icon: 'heart',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...reviewFields,
    pictures: z.array(z.string()),
    productName: z.string(),
    /** What was bought, as it was called. */
    optionText: z.nullable(z.string()),
    orderId: z.nullable(id),
    state: mallReviewState,
    writtenAt: moment,
    /** When its author changed it last; null: never. */
    editedAt: z.nullable(moment),
    reply: z.nullable(z.string()),
    repliedAt: z.nullable(moment),
    replyName: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    judgedAt: z.nullable(moment),
    judgedByName: z.nullable(z.string()),
  }),
  write: z.object(reviewFields),
  filters: {
    state: 'oneOf',
    productId: 'equals',
    productName: 'contains',
    rating: 'range',
    writtenAt: 'range',
    authorName: 'contains',
  },
  sorts: ['writtenAt', 'rating', 'createdAt'],
  defaultSort: '-writtenAt',
  search: ['content', 'authorName', 'productName'],
  countBy: 'state',
  refs: { productId: { entity: 'mallProduct', label: 'productName' } },
  shownIn: ['mallProduct'],
  removable: true,
  commands: {
    show: { ...judged, hindrance: ({ state }) => needlessUnless(state !== 'shown') },
    hide: {
      ...judged,
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: ({ state }) => needlessUnless(state !== 'hidden'),
    },
    reply: { ...judged, byHand: true, input: z.object({ reply: text(500) }) },
  },
})
