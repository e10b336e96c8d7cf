// Words and looks of the kinds of leave, as a tenant wants them.
import { msg } from '@lingui/core/macro'
import { leaveType } from '../../domain/leave/leave-kind.ts'
import { leaveKindWords } from '../../resource/leave-words.ts'
import { viewOf } from '../../resource/view.ts'

export const leaveTypeView = viewOf(leaveType, {
  title: msg({ context: 'page', message: 'Leave types' }),
  titleOne: msg`Leave type`,
  icon: 'calendar',
  nameOf: 'kind',
  empty: { title: msg`No leave types`, icon: 'calendar' },
  columns: [
    { of: 'kind', label: msg`Kind of leave`, width: 170, required: true },
    { of: 'enabled', label: msg`In use`, type: 'yesNo', width: 90 },
    { of: 'counts', label: msg`Which days count`, width: 160 },
    { of: 'halves', label: msg`Half days`, type: 'yesNo', width: 110 },
    { of: 'evidenceFrom', label: msg`Evidence from (days)`, type: 'number', align: 'end', width: 150 },
    {
      of: 'backfillDays',
      label: msg`May be asked for later (days)`,
      type: 'number',
      align: 'end',
      width: 190,
    },
    { of: 'balanceDays', label: msg`Days a year`, type: 'number', align: 'end', width: 120 },
    { of: 'note', label: msg`Note`, width: 220, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'calendar', title: 'kind', state: 'counts', detail: ['note'] },
  words: {
    kind: leaveKindWords,
    counts: { workdays: msg`Workdays`, calendarDays: msg`Calendar days` },
  },
  filters: { kind: msg`Kind of leave`, enabled: msg`In use` },
  form: [
    { of: 'enabled', label: msg`In use` },
    { of: 'counts', label: msg`Which days count` },
    { of: 'halves', label: msg`Half days may be taken` },
    {
      of: 'evidenceFrom',
      label: msg`Evidence needed from`,
      unit: 'd',
      hint: msg`Leave of so many days needs a picture as evidence. Empty: never.`,
    },
    {
      of: 'backfillDays',
      label: msg`May be asked for afterwards`,
      unit: 'd',
      hint: msg`So many days after its first day. 0: on that day at the latest.`,
    },
    {
      of: 'balanceDays',
      label: msg`Days a year for each person`,
      unit: 'd',
      hint: msg`Empty: as many as are approved.`,
    },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
})
