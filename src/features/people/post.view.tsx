// Words and looks of posts.
import { msg } from '@lingui/core/macro'
import { post } from '../../domain/people/post.ts'
import { viewOf } from '../../resource/view.ts'
import { PostPeek } from './post-peek.tsx'

export const postView = viewOf(post, {
  title: msg({ context: 'page', message: 'Positions' }),
  titleOne: msg({ context: 'work', message: 'Post' }),
  icon: 'shield',
  add: msg`Add post`,
  removeQuestion: msg`Delete the post?`,
  empty: {
    title: msg`No posts yet`,
    why: msg`A post says what people are there for, and how many are needed.`,
    icon: 'shield',
  },
  columns: [
    {
      of: 'name',
      label: msg({ context: 'work', message: 'Post' }),
      type: 'name',
      icon: () => 'shield',
      width: 180,
      required: true,
    },
    { of: 'holderCount', label: msg`People`, type: 'number', width: 90, align: 'end' },
    { of: 'minHeads', label: msg`Needed`, type: 'number', width: 90, align: 'end' },
    { of: 'onRoster', label: msg`On the roster`, type: 'yesNo', width: 120 },
    { of: 'area', label: msg`Area`, width: 140 },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'shield', title: 'name', state: 'holderCount', detail: ['area', 'departmentName'] },
  filters: { name: msg`Name`, departmentId: msg`Department`, onRoster: msg`On the roster` },
  initial: { minHeads: 1, onRoster: false },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'departmentId', label: msg`Department` },
    { of: 'area', label: msg`Area` },
    { of: 'minHeads', label: msg`People needed at once`, hint: msg`0: as many as there are` },
    { of: 'onRoster', label: msg`Somebody is on duty here by the roster` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  slots: { peek: ({ row }) => <PostPeek post={row} /> },
})
