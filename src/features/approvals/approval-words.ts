// What approvals are called: kinds, states, how many have to agree.
import { msg } from '@lingui/core/macro'
import type { Word } from '../../resource/view.ts'

export const kindWords = {
  announcement: { label: msg({ context: 'approval', message: 'Announcement' }), icon: 'inbox' },
  correction: { label: msg({ context: 'approval', message: 'Attendance correction' }), icon: 'clock' },
  leave: { label: msg({ context: 'approval', message: 'Leave' }), icon: 'calendar' },
  leaveEnd: { label: msg({ context: 'approval', message: 'End of leave' }), icon: 'calendar' },
  application: { label: msg({ context: 'approval', message: 'Application' }), icon: 'user' },
  swap: { label: msg({ context: 'approval', message: 'Duty swap' }), icon: 'users' },
  refund: { label: msg({ context: 'approval', message: 'Refund' }), icon: 'bill' },
} as const satisfies Record<string, Word>

export const caseStateWords = {
  pending: { label: msg({ context: 'approval', message: 'Waiting for approval' }), tone: 'attention' },
  returned: { label: msg({ context: 'approval', message: 'Returned' }), tone: 'warning' },
  approved: { label: msg({ context: 'approval', message: 'Approved' }), tone: 'new' },
  rejected: { label: msg({ context: 'approval', message: 'Rejected' }), tone: 'critical' },
  withdrawn: { label: msg({ context: 'approval', message: 'Withdrawn' }), tone: 'off' },
} as const satisfies Record<string, Word>

export const needWords = {
  any: msg`Any one of them`,
  all: msg`All of them`,
} as const

export const kindChoices = Object.entries(kindWords).map(([value, { label }]) => ({ value, label }))
