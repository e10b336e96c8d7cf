// Words and looks of cases: what is to be approved, by whom it was asked, how far it is.
import { msg } from '@lingui/core/macro'
import { approvalCase } from '../../domain/approval/approval-case.ts'
import { viewOf } from '../../resource/view.ts'
import { caseStateWords, kindWords } from './approval-words.ts'

export const approvalCaseView = viewOf(approvalCase, {
  title: msg({ context: 'page', message: 'Approvals' }),
  titleOne: msg({ context: 'approval', message: 'Case' }),
  icon: 'check',
  nameOf: 'title',
  empty: {
    title: msg`No approvals yet`,
    why: msg`What you ask others to approve, and what others ask of you, is listed here.`,
    icon: 'check',
  },
  columns: [
    {
      of: 'title',
      label: msg({ context: 'approval', message: 'Subject' }),
      type: 'name',
      icon: () => 'check',
      width: 260,
      fixed: 'left',
      required: true,
    },
    { of: 'kind', label: msg({ context: 'approval', message: 'Kind' }), width: 150 },
    { of: 'state', label: msg`State`, width: 150 },
    { of: 'applicantName', label: msg`Asked by`, width: 130 },
    {
      of: 'askedAt',
      label: msg({ context: 'approval', message: 'Asked' }),
      type: 'age',
      width: 120,
      align: 'end',
    },
    {
      of: 'round',
      label: msg({ context: 'approval', message: 'Round' }),
      type: 'number',
      width: 90,
      align: 'end',
    },
    { of: 'level', label: msg`Level`, type: 'number', width: 90, align: 'end' },
    { of: 'dueAt', label: msg`Decide by`, type: 'date', width: 160 },
    { of: 'lastByName', label: msg`Decided last by`, width: 140 },
    { of: 'lastReason', label: msg`Reason`, width: 200, quiet: true },
  ],
  card: {
    icon: () => 'check',
    title: 'title',
    state: 'state',
    detail: ['kind', 'applicantName', 'lastReason'],
    age: 'askedAt',
  },
  words: { kind: kindWords, state: caseStateWords },
  filters: {
    kind: msg({ context: 'approval', message: 'Kind' }),
    state: msg`State`,
    title: msg({ context: 'approval', message: 'Subject' }),
    applicantName: msg`Asked by`,
    askedAt: msg`Period`,
  },
  actions: {
    approve: {
      label: msg({ context: 'approval', message: 'Approve' }),
      icon: 'check',
      primary: true,
      bulk: false,
    },
    return: {
      label: msg({ context: 'approval', message: 'Return' }),
      icon: 'undo',
      bulk: false,
      input: [{ of: 'reason', label: msg`Reason`, kind: 'textarea' }],
    },
    reject: {
      label: msg({ context: 'approval', message: 'Reject' }),
      icon: 'close',
      critical: true,
      bulk: false,
      input: [{ of: 'reason', label: msg`Reason`, kind: 'textarea' }],
    },
  },
})
