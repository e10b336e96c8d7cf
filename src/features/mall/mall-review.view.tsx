// Words and looks of reviews: what waits first, judged by keys, answered in the panel.
import { msg } from '@lingui/core/macro'
import { mallReview } from '../../domain/mall/mall-review.ts'
import { viewOf } from '../../resource/view.ts'
import { reviewStateWords } from './mall-words.ts'
import { ReviewPeek } from './review-peek.tsx'

const stars = (rating: number) => '★'.repeat(rating) + '☆'.repeat(5 - rating)

export const mallReviewView = viewOf(mallReview, {
  title: msg({ context: 'page', message: 'Goods reviews' }),
  titleOne: msg`Review`,
  icon: 'heart',
  nameOf: 'productName',
  add: msg`Add review`,
  removeQuestion: msg`Delete the review?`,
  empty: {
    title: msg`No reviews yet`,
    why: msg`What buyers write waits here until somebody has read it.`,
    icon: 'heart',
  },
  columns: [
    {
      of: 'productName',
      label: msg`Article`,
      type: 'name',
      icon: () => 'box',
      width: 180,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 110 },
    { of: 'rating', label: msg`Rating`, width: 120, text: stars },
    { of: 'content', label: msg`Review`, width: 320 },
    { of: 'authorName', label: msg`Buyer`, width: 110 },
    { of: 'optionText', label: msg`Options`, width: 120, quiet: true },
    { of: 'reply', label: msg`Reply`, width: 220, quiet: true },
    { of: 'writtenAt', label: msg`Written`, type: 'date', width: 170, quiet: true },
    { of: 'editedAt', label: msg`Changed`, type: 'date', width: 170, quiet: true, hidden: true },
    { of: 'judgedByName', label: msg`Judged by`, width: 120, quiet: true, hidden: true },
    { of: 'reason', label: msg`Reason`, width: 180, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'heart',
    title: 'productName',
    state: 'state',
    detail: ['rating', 'content', 'authorName'],
    age: 'writtenAt',
  },
  words: { state: reviewStateWords },
  filters: {
    state: msg`State`,
    productName: msg`Article`,
    rating: msg`Rating`,
    writtenAt: msg`Period`,
    authorName: msg`Buyer`,
  },
  initial: { rating: 5 },
  form: [
    { of: 'productId', label: msg`Article` },
    { of: 'authorName', label: msg`Buyer` },
    { of: 'rating', label: msg`Rating`, kind: 'integer', hint: msg`From 1 to 5` },
    { of: 'content', label: msg`Review`, kind: 'textarea' },
  ],
  actions: {
    show: {
      label: msg({ context: 'mall', message: 'Show' }),
      icon: 'check',
      primary: true,
      done: msg({ context: 'mall', message: 'Shown' }),
    },
    hide: {
      label: msg({ context: 'mall', message: 'Hide' }),
      icon: 'eye-off',
      primary: true,
      input: [{ of: 'reason', label: msg`Reason` }],
      done: msg({ context: 'mall', message: 'Hidden' }),
    },
    reply: {
      label: msg`Reply`,
      icon: 'inbox',
      bulk: false,
      input: [{ of: 'reply', label: msg`Reply`, kind: 'textarea', hint: msg`Empty: takes the reply away` }],
    },
  },
  slots: { peek: ({ row }) => <ReviewPeek review={row} /> },
})
