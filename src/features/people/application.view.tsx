// Words and looks of applications to join and to leave.
import { msg } from '@lingui/core/macro'
import { application } from '../../domain/people/application.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { viewOf } from '../../resource/view.ts'
import { tenantCalendar } from '../../resource/zone.ts'
import { dayText } from '../../ui/calendar.ts'
import { ApplicationPeek } from './application-peek.tsx'

export const applicationView = viewOf(application, {
  title: msg({ context: 'page', message: 'Applications' }),
  titleOne: msg({ context: 'to join or to leave', message: 'Application' }),
  icon: 'user',
  add: msg`Add application`,
  empty: {
    title: msg`No applications yet`,
    why: msg`Who is to join or to leave is put here before whoever decides.`,
    icon: 'user',
  },
  draft: true,
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'user',
      width: 150,
      fixed: 'left',
      required: true,
    },
    { of: 'kind', label: msg`What for`, width: 120 },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'day', label: msg`Day`, width: 120 },
    { of: 'departmentName', label: msg`Department`, width: 130 },
    { of: 'postName', label: msg({ context: 'work', message: 'Post' }), width: 130 },
    { of: 'reason', label: msg`Reason`, width: 220, quiet: true },
    { of: 'askedByName', label: msg`Asked by`, width: 120, quiet: true },
    { of: 'createdAt', label: msg`Asked at`, type: 'date', width: 160, quiet: true },
    { of: 'decidedBy', label: msg`Decided by`, width: 120, quiet: true },
    { of: 'decidedAt', label: msg`Decided at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'trade', label: msg`Trade`, width: 120, quiet: true, hidden: true },
    { of: 'phone', label: msg`Phone`, width: 130, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'user', title: 'name', state: 'state', detail: ['kind', 'day', 'departmentName'] },
  words: {
    kind: {
      join: msg({ context: 'application', message: 'To join' }),
      exit: msg({ context: 'application', message: 'To leave' }),
    },
    state: {
      pending: { label: msg({ context: 'application', message: 'Waiting' }), tone: 'attention' },
      passed: { label: msg({ context: 'application', message: 'Passed' }), tone: 'ok' },
      failed: { label: msg({ context: 'application', message: 'Not passed' }), tone: 'off' },
    },
  },
  filters: {
    state: msg`State`,
    kind: msg`What for`,
    name: msg`Name`,
    departmentId: msg`Department`,
    day: msg`Day`,
  },
  editable: ({ state }) => state === 'pending',
  initial: {
    kind: 'join',
    get day() {
      return dayText(serverNow(), tenantCalendar)
    },
  },
  form: [
    { of: 'kind', label: msg`What for`, on: 'create' },
    {
      of: 'workerId',
      label: msg`Person`,
      hint: msg`Who is to leave; or who worked here before and comes back.`,
    },
    { of: 'name', label: msg`Name`, when: ({ kind, workerId }) => kind === 'join' && !workerId },
    {
      of: 'phone',
      label: msg`Phone`,
      kind: 'phone',
      when: ({ kind, workerId }) => kind === 'join' && !workerId,
    },
    { of: 'trade', label: msg`Trade`, when: ({ kind, workerId }) => kind === 'join' && !workerId },
    { of: 'departmentId', label: msg`Department`, when: ({ kind }) => kind === 'join' },
    {
      of: 'postId',
      label: msg({ context: 'work', message: 'Post' }),
      when: ({ kind }) => kind === 'join',
    },
    { of: 'day', label: msg`First or last day` },
    { of: 'reason', label: msg`Reason`, kind: 'textarea' },
  ],
  actions: {
    withdraw: {
      label: msg({ context: 'application', message: 'Withdraw' }),
      icon: 'undo',
      confirm: msg`Withdraw the application?`,
      done: msg`The application is withdrawn`,
      bulk: false,
    },
  },
  slots: { peek: ({ row }) => <ApplicationPeek application={row} /> },
})
