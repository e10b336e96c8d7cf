// Words and looks of daily logs.
import { msg } from '@lingui/core/macro'
import { mayWriteLog, workLog } from '../../domain/site/work-log.ts'
import { getSession } from '../../platform/session-store.ts'
import { PhotosField } from '../../resource/photos-field.tsx'
import { TodayField } from '../../resource/today-field.tsx'
import { viewOf } from '../../resource/view.ts'
import { logStateWords, weatherWords } from './site-words.ts'
import { WorkLogPeek } from './work-log-peek.tsx'

export const workLogView = viewOf(workLog, {
  title: msg({ context: 'page', message: 'Work log' }),
  titleOne: msg`Daily log`,
  icon: 'edit',
  add: msg`Write a log`,
  nameOf: 'day',
  draft: true,
  empty: {
    title: msg`No logs yet`,
    why: msg`Everybody writes one log a day: what was done, what went wrong, what comes next.`,
    icon: 'edit',
  },
  columns: [
    { of: 'day', label: msg`Day`, width: 120, fixed: 'left', required: true },
    { of: 'authorName', label: msg`Author`, width: 130 },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'done', label: msg`What was done`, width: 280 },
    { of: 'problems', label: msg`Problems`, width: 200 },
    { of: 'heads', label: msg`People at work`, type: 'number', width: 140, align: 'end' },
    { of: 'weather', label: msg`Weather`, width: 110 },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true },
    { of: 'submittedAt', label: msg`Submitted`, type: 'date', width: 170, quiet: true, hidden: true },
    { of: 'checkedByName', label: msg`Checked by`, width: 130, quiet: true, hidden: true },
    { of: 'next', label: msg`Next`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'edit', title: 'day', state: 'state', detail: ['authorName', 'done'] },
  words: { state: logStateWords, weather: weatherWords },
  filters: { state: msg`State`, day: msg`Day`, authorName: msg`Author` },
  editable: row => mayWriteLog(row, getSession()?.user.id ?? 0),
  form: [
    {
      of: 'day',
      label: msg`Day`,
      locked: true,
      render: control => <TodayField control={control} name="day" />,
      on: 'create',
    },
    { of: 'weather', label: msg`Weather` },
    { of: 'temperature', label: msg`Temperature at noon`, unit: '°C' },
    { of: 'heads', label: msg`People at work` },
    { of: 'done', label: msg`What was done`, kind: 'textarea' },
    { of: 'problems', label: msg`Problems`, kind: 'textarea' },
    { of: 'next', label: msg`Next`, kind: 'textarea' },
    { of: 'photos', label: msg`Photos`, render: control => <PhotosField control={control} /> },
    { of: 'submit', label: msg`Submit it with this`, on: 'create' },
  ],
  actions: {
    submit: {
      label: msg`Submit`,
      icon: 'check',
      primary: true,
      confirm: msg`Submit the log? It cannot be changed then, unless it is sent back.`,
      done: msg`Submitted`,
    },
    lock: {
      label: msg({ context: 'log', message: 'Accept and lock' }),
      icon: 'lock',
      primary: true,
      done: msg({ context: 'log', message: 'Locked' }),
    },
    giveBack: {
      label: msg({ context: 'log', message: 'Send back' }),
      icon: 'undo',
      input: [{ of: 'reason', label: msg`Reason`, kind: 'textarea' }],
      done: msg({ context: 'log', message: 'Sent back' }),
    },
  },
  slots: { peek: ({ row }) => <WorkLogPeek log={row} /> },
})
