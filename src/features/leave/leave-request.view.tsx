// Words and looks of leave that people ask for.
import { msg } from '@lingui/core/macro'
import { leaveRequest } from '../../domain/leave/leave-request.ts'
import { holds } from '../../domain/permission.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { getSession } from '../../platform/session-store.ts'
import { leaveKindWords } from '../../resource/leave-words.ts'
import { viewOf } from '../../resource/view.ts'
import { tenantCalendar } from '../../resource/zone.ts'
import { dayText } from '../../ui/calendar.ts'
import { LeaveBadges, LeavePeek } from './leave-peek.tsx'
import { LeaveSum } from './leave-sum.tsx'
import { daysText, endingWords, halfWords, leaveStateWords } from './leave-words.ts'

const mayAskForOthers = () => holds(getSession()?.permissions ?? new Set(), 'leave.others')
const today = () => dayText(serverNow(), tenantCalendar)

export const leaveRequestView = viewOf(leaveRequest, {
  title: msg({ context: 'page', message: 'Leave' }),
  titleOne: msg({ context: 'one', message: 'Leave' }),
  icon: 'calendar',
  nameOf: 'workerName',
  add: msg`Ask for leave`,
  empty: {
    title: msg`No leave has been asked for`,
    why: msg`Ask for leave here, also on the phone. Whoever approves it is told.`,
    icon: 'calendar',
  },
  draft: true,
  columns: [
    {
      of: 'workerName',
      label: msg`Person`,
      type: 'name',
      icon: () => 'user',
      width: 150,
      fixed: 'left',
      required: true,
    },
    { of: 'kind', label: msg`Kind of leave`, width: 140 },
    { of: 'state', label: msg`State`, width: 190 },
    { of: 'fromDay', label: msg`From`, width: 120 },
    { of: 'fromHalf', label: msg`Begins in the`, width: 110, quiet: true },
    { of: 'untilDay', label: msg`Until`, width: 120 },
    { of: 'untilHalf', label: msg`Ends in the`, width: 110, quiet: true },
    {
      of: 'halfDays',
      label: msg`Days`,
      width: 100,
      align: 'end',
      render: value => String(value / 2),
      text: (value, _locale, _row, i18n) => daysText(value, i18n),
    },
    { of: 'ending', label: msg`End asked for`, width: 150 },
    { of: 'reason', label: msg`Reason`, width: 220, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true },
    { of: 'decidedBy', label: msg`Decided by`, width: 120, quiet: true, hidden: true },
    { of: 'decidedAt', label: msg`Decided at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Asked at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'calendar',
    title: 'workerName',
    state: 'state',
    detail: ['kind', 'fromDay', 'halfDays'],
  },
  words: {
    kind: leaveKindWords,
    state: leaveStateWords,
    fromHalf: halfWords,
    untilHalf: halfWords,
    ending: endingWords,
  },
  filters: {
    state: msg`State`,
    kind: msg`Kind of leave`,
    workerId: msg`Person`,
    fromDay: msg`From`,
    untilDay: msg`Until`,
  },
  editable: ({ state }) => state === 'pending' || state === 'returned',
  initial: {
    kind: 'personal',
    get fromDay() {
      return today()
    },
    fromHalf: 'am',
    get untilDay() {
      return today()
    },
    untilHalf: 'pm',
  },
  form: [
    {
      of: 'workerId',
      label: msg`Person`,
      entity: 'worker',
      hint: msg`Empty: your own leave`,
      on: 'create',
      when: mayAskForOthers,
    },
    { of: 'kind', label: msg`Kind of leave` },
    { of: 'fromDay', label: msg`First day` },
    { of: 'fromHalf', label: msg`Begins in the` },
    { of: 'untilDay', label: msg`Last day` },
    { of: 'untilHalf', label: msg`Ends in the` },
    { of: 'reason', label: msg`Reason`, kind: 'textarea' },
    { of: 'evidence', label: msg`Evidence`, kind: 'image' },
  ],
  actions: {
    withdraw: {
      label: msg({ context: 'leave', message: 'Withdraw' }),
      icon: 'undo',
      confirm: msg`Withdraw the request for leave?`,
      done: msg`The request is withdrawn`,
      bulk: false,
    },
    cancel: {
      label: msg`Give back`,
      icon: 'undo',
      confirm: msg`Give the leave back? It is asked for like the leave itself.`,
      input: [{ of: 'reason', label: msg`Reason`, kind: 'textarea' }],
      done: msg`It has been asked for`,
      bulk: false,
    },
    comeBack: {
      label: msg`Come back earlier`,
      icon: 'back',
      input: [
        { of: 'endDay', label: msg`Last day of the leave` },
        {
          of: 'endHalf',
          label: msg`Ends in the`,
          options: [
            { value: 'am', label: halfWords.am },
            { value: 'pm', label: halfWords.pm },
          ],
        },
        { of: 'reason', label: msg`Reason`, kind: 'textarea' },
      ],
      initial: {
        get endDay() {
          return today()
        },
        endHalf: 'am',
      },
      done: msg`It has been asked for`,
      bulk: false,
    },
    stay: {
      label: msg`Keep the leave as it is`,
      icon: 'check',
      done: msg`The leave stays as it is`,
      bulk: false,
    },
  },
  slots: {
    badges: ({ row }) => <LeaveBadges leave={row} />,
    peek: ({ row }) => <LeavePeek leave={row} />,
    formExtra: ({ values }) => <LeaveSum values={values} />,
  },
})
