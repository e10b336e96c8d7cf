// Words and looks of shifts of the roster.
import { msg } from '@lingui/core/macro'
import { dutyShift } from '../../domain/duty/duty-shift.ts'
import { MomentControl } from '../../resource/date-fields.tsx'
import { viewOf } from '../../resource/view.ts'

export const dutyShiftView = viewOf(dutyShift, {
  title: msg`Shifts`,
  titleOne: msg`Shift`,
  icon: 'users',
  add: msg`Add shift`,
  nameOf: 'workerName',
  removeQuestion: msg`Delete the shift?`,
  columns: [
    { of: 'workerName', label: msg`Person`, type: 'name', icon: () => 'user', width: 150, required: true },
    { of: 'postName', label: msg({ context: 'work', message: 'Post' }), width: 140 },
    { of: 'startsAt', label: msg`Begins`, type: 'date', width: 170 },
    { of: 'endsAt', label: msg`Ends`, type: 'date', width: 170 },
    { of: 'state', label: msg`State`, width: 110 },
    { of: 'note', label: msg`Note`, width: 180, quiet: true },
  ],
  card: { icon: () => 'user', title: 'workerName', state: 'state', detail: ['postName', 'startsAt'] },
  words: {
    state: {
      draft: { label: msg({ context: 'roster', message: 'Draft' }), tone: 'new' },
      published: { label: msg`Published`, tone: 'ok' },
    },
    handover: {
      none: msg`No handover written`,
      open: msg`Handover not signed`,
      half: msg`Handover lacks one signature`,
      signed: msg`Handover signed by both`,
    },
  },
  filters: {
    workerId: msg`Person`,
    postId: msg({ context: 'work', message: 'Post' }),
    startsAt: msg`Begins`,
  },
  form: [
    { of: 'workerId', label: msg`Person` },
    { of: 'postId', label: msg({ context: 'work', message: 'Post' }) },
    { of: 'startsAt', label: msg`Begins`, render: control => <MomentControl control={control} required /> },
    { of: 'endsAt', label: msg`Ends`, render: control => <MomentControl control={control} required /> },
    { of: 'note', label: msg`Note` },
  ],
})
