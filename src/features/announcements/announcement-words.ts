// What announcements are called: states, audiences, whether somebody has to agree.
import { msg } from '@lingui/core/macro'
import type { Word } from '../../resource/view.ts'

export const stateWords = {
  draft: { label: msg({ context: 'announcement', message: 'Draft' }), tone: 'off' },
  inReview: { label: msg({ context: 'announcement', message: 'In review' }), tone: 'attention' },
  approved: { label: msg({ context: 'announcement', message: 'Approved' }), tone: 'info' },
  scheduled: { label: msg({ context: 'announcement', message: 'Scheduled' }), tone: 'info' },
  published: { label: msg({ context: 'announcement', message: 'Published' }), tone: 'new' },
  withdrawn: { label: msg({ context: 'announcement', message: 'Withdrawn' }), tone: 'off' },
  expired: { label: msg({ context: 'announcement', message: 'Expired' }), tone: 'off' },
} as const satisfies Record<string, Word>

export const audienceWords = {
  everyone: msg({ context: 'announcement', message: 'Everybody' }),
  departments: msg({ context: 'announcement', message: 'Departments' }),
  posts: msg({ context: 'announcement', message: 'Posts' }),
  residents: msg`Residents`,
} as const

export const flagWords = {
  needed: msg({ context: 'announcement', message: 'Needed' }),
  notNeeded: msg({ context: 'announcement', message: 'Not needed' }),
} as const

export const receiptWords = {
  unread: { label: msg({ context: 'announcement', message: 'Unread' }), tone: 'attention' },
  read: { label: msg({ context: 'announcement', message: 'Read' }), tone: 'info' },
  confirmed: { label: msg({ context: 'announcement', message: 'Confirmed' }), tone: 'new' },
} as const satisfies Record<string, Word>
