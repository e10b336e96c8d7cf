// Words of leave: its states, its halves, how many days.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Half } from '../../domain/leave/leave-days.ts'
import type { LeaveState } from '../../domain/leave/leave-request.ts'
import type { Word } from '../../resource/view.ts'

export const leaveStateWords: Record<LeaveState, Word> = {
  pending: { label: msg({ context: 'leave', message: 'Waiting for approval' }), tone: 'attention' },
  returned: { label: msg({ context: 'leave', message: 'Returned' }), tone: 'warning' },
  approved: { label: msg({ context: 'leave', message: 'Approved' }), tone: 'ok' },
  rejected: { label: msg({ context: 'leave', message: 'Rejected' }), tone: 'critical' },
  withdrawn: { label: msg({ context: 'leave', message: 'Withdrawn' }), tone: 'off' },
  cancelled: { label: msg({ context: 'leave', message: 'Given back' }), tone: 'off' },
}

export const halfWords: Record<Half, MessageDescriptor> = {
  am: msg({ context: 'half of a day', message: 'Morning' }),
  pm: msg({ context: 'half of a day', message: 'Afternoon' }),
}

export const endingWords: Record<'cancel' | 'return', Word> = {
  cancel: { label: msg`To be given back`, tone: 'attention' },
  return: { label: msg`To end earlier`, tone: 'attention' },
}

/** Half days in days: «1.5 days». */
export function daysText(halves: number, i18n: I18n): string {
  const days = halves / 2
  return i18n._(msg`${plural(days, { one: '# day', other: '# days' })}`)
}
