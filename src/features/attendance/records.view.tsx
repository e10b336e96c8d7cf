// Words and looks of records by day, of punches and of corrections.
import { msg } from '@lingui/core/macro'
import { attendanceDay } from '../../domain/attendance/attendance-day.ts'
import { attendanceCorrection } from '../../domain/attendance/correction.ts'
import { sixStates } from '../../domain/attendance/judge-day.ts'
import { punch } from '../../domain/attendance/punch.ts'
import { MomentControl } from '../../resource/date-fields.tsx'
import { viewOf } from '../../resource/view.ts'
import { RecordTabs } from './attendance-tabs.tsx'
import {
  correctionWords,
  leaveWords,
  outcomeWords,
  sixWords,
  sourceWords,
  trustWords,
} from './attendance-words.ts'
import { DayPeek } from './day-peek.tsx'
import { StateCell } from './state-cell.tsx'

export const attendanceDayView = viewOf(attendanceDay, {
  title: msg({ context: 'page', message: 'Attendance records' }),
  titleOne: msg`Attendance record`,
  icon: 'clock',
  nameOf: 'workerName',
  identifier: 'day',
  empty: {
    title: msg`No records`,
    why: msg`Records come with the first day of who goes by a rule.`,
    icon: 'clock',
  },
  columns: [
    {
      of: 'workerName',
      label: msg`Name`,
      type: 'name',
      icon: () => 'user',
      width: 140,
      fixed: 'left',
      required: true,
    },
    { of: 'day', label: msg`Day`, width: 110 },
    { of: 'outcome', label: msg`Result`, width: 120 },
    ...sixStates.map(of => ({
      of,
      label: sixWords[of],
      width: 112,
      render: (value: 0 | 1 | 2 | 3 | null) => <StateCell code={value} />,
    })),
    { of: 'lateMinutes', label: msg`Late (min)`, type: 'number', align: 'end', width: 100 },
    { of: 'earlyMinutes', label: msg`Early (min)`, type: 'number', align: 'end', width: 100 },
    { of: 'worth', label: msg`Days worked`, type: 'number', align: 'end', width: 110 },
    { of: 'leave', label: msg`Leave`, width: 120 },
    { of: 'trade', label: msg`Trade`, width: 110, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true },
    { of: 'ruleName', label: msg`Rule`, width: 140, quiet: true, hidden: true },
    { of: 'phase', label: msg`Phase`, width: 110, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'user',
    title: 'workerName',
    state: 'outcome',
    detail: ['day', 'lateMinutes', 'departmentName'],
  },
  words: {
    outcome: outcomeWords,
    leave: leaveWords,
    phase: {
      open: msg({ context: 'attendance', message: 'Open' }),
      provisional: msg({ context: 'attendance', message: 'Provisional' }),
      final: msg({ context: 'attendance', message: 'Final' }),
    },
  },
  filters: { outcome: msg`Result`, day: msg`Day`, departmentId: msg`Department`, workerName: msg`Name` },
  slots: {
    listHeader: () => <RecordTabs current="day" />,
    peek: ({ row }) => <DayPeek workerId={row.workerId} day={row.day} />,
  },
})

export const punchView = viewOf(punch, {
  title: msg({ context: 'attendance', message: 'Punches' }),
  titleOne: msg`Punch`,
  icon: 'pin',
  nameOf: 'workerName',
  empty: { title: msg`No punches`, icon: 'pin' },
  columns: [
    {
      of: 'workerName',
      label: msg`Name`,
      type: 'name',
      icon: row => sourceWords[row.source].icon,
      width: 140,
      required: true,
    },
    { of: 'at', label: msg`Time`, type: 'date', width: 160 },
    { of: 'source', label: msg`By`, width: 150 },
    { of: 'place', label: msg`Place`, width: 160 },
    { of: 'trust', label: msg`Trust`, width: 150 },
    { of: 'accuracyMetres', label: msg`Accuracy (m)`, type: 'number', align: 'end', width: 120, quiet: true },
    { of: 'createdAt', label: msg`Arrived`, type: 'date', width: 160, quiet: true },
    {
      of: 'offsetMs',
      label: msg`Clock off by (ms)`,
      type: 'number',
      align: 'end',
      width: 140,
      quiet: true,
      hidden: true,
    },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: row => sourceWords[row.source].icon,
    title: 'workerName',
    state: 'source',
    detail: ['place', 'trust'],
    age: 'at',
  },
  words: { source: sourceWords, trust: trustWords },
  filters: { source: msg`By`, trust: msg`Trust`, at: msg`Time`, workerId: msg`Person` },
  slots: { listHeader: () => <RecordTabs current="punches" /> },
})

export const correctionView = viewOf(attendanceCorrection, {
  title: msg({ context: 'attendance', message: 'Corrections' }),
  titleOne: msg({ context: 'attendance', message: 'Correction' }),
  icon: 'edit',
  add: msg`Ask for a correction`,
  nameOf: 'workerName',
  empty: {
    title: msg`No corrections`,
    why: msg`Whoever was there and could not punch asks for one.`,
    icon: 'edit',
  },
  draft: true,
  editable: row => row.state === 'returned',
  columns: [
    { of: 'workerName', label: msg`Name`, type: 'name', icon: () => 'user', width: 140, required: true },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'day', label: msg`Day`, width: 110 },
    { of: 'slot', label: msg`Which`, width: 130 },
    { of: 'at', label: msg`Was there at`, type: 'date', width: 160 },
    { of: 'reason', label: msg`Reason`, width: 240 },
    { of: 'askedBy', label: msg`Asked by`, width: 120, quiet: true },
    { of: 'decidedBy', label: msg`Decided by`, width: 120, quiet: true },
    { of: 'answer', label: msg`Answer`, width: 180, quiet: true },
    { of: 'createdAt', label: msg`Asked at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'edit',
    title: 'workerName',
    state: 'state',
    detail: ['day', 'slot', 'reason'],
    age: 'createdAt',
  },
  words: { state: correctionWords, slot: sixWords },
  filters: { state: msg`State`, day: msg`Day`, workerId: msg`Person` },
  form: [
    {
      of: 'workerId',
      label: msg`Person`,
      hint: msg`Empty: yourself`,
      on: 'create',
    },
    { of: 'day', label: msg`Day` },
    { of: 'slot', label: msg`Which` },
    { of: 'at', label: msg`Was there at`, render: control => <MomentControl control={control} required /> },
    { of: 'reason', label: msg`Reason`, kind: 'textarea' },
    { of: 'evidence', label: msg`Picture`, kind: 'image' },
  ],
  actions: {
    withdraw: { label: msg`Withdraw`, icon: 'undo', primary: true, confirm: msg`Withdraw the correction?` },
  },
  slots: { listHeader: () => <RecordTabs current="corrections" /> },
})
