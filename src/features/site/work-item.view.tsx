// Words and looks of open work.
import { msg } from '@lingui/core/macro'
import { workItem } from '../../domain/site/work-item.ts'
import { PhotosField } from '../../resource/photos-field.tsx'
import { viewOf } from '../../resource/view.ts'
import { workSourceWords, workStateWords } from './site-words.ts'
import { WorkItemPeek } from './work-item-peek.tsx'

export const workItemView = viewOf(workItem, {
  title: msg({ context: 'page', message: 'Open work' }),
  titleOne: msg`Piece of work`,
  icon: 'tool',
  add: msg`Add work`,
  removeQuestion: msg`Delete this piece of work?`,
  draft: true,
  empty: {
    title: msg`Nothing is to be done`,
    why: msg`What an inspection finds wrong, and what somebody writes down here, stays open until it is done.`,
    icon: 'check',
  },
  columns: [
    {
      of: 'title',
      label: msg`What is to be done`,
      type: 'name',
      icon: () => 'tool',
      width: 240,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'assigneeName', label: msg`Who`, width: 130 },
    { of: 'dueOn', label: msg`Due by`, width: 120 },
    { of: 'late', label: msg`Overdue`, type: 'yesNo', width: 100 },
    { of: 'source', label: msg`Source`, width: 140, quiet: true },
    { of: 'doneAt', label: msg`Finished`, type: 'date', width: 170, quiet: true },
    { of: 'doneByName', label: msg`Finished by`, width: 130, quiet: true },
    { of: 'outcome', label: msg`Outcome`, width: 180, quiet: true, hidden: true },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'tool', title: 'title', state: 'state', detail: ['assigneeName', 'dueOn'] },
  words: { state: workStateWords, source: workSourceWords },
  filters: {
    state: msg`State`,
    late: msg`Overdue`,
    assigneeId: msg`Who`,
    dueOn: msg`Due by`,
    source: msg`Source`,
  },
  rowTone: row => (row.late ? 'critical' : undefined),
  form: [
    { of: 'title', label: msg`What is to be done` },
    { of: 'assigneeId', label: msg`Who` },
    { of: 'dueOn', label: msg`Due by` },
    { of: 'departmentId', label: msg`Department` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
    { of: 'photos', label: msg`Photos`, render: control => <PhotosField control={control} /> },
  ],
  actions: {
    finish: {
      label: msg({ context: 'work', message: 'Finish' }),
      icon: 'check',
      primary: true,
      bulk: false,
      input: [
        { of: 'outcome', label: msg`Outcome`, kind: 'textarea' },
        { of: 'photos', label: msg`Photos`, render: control => <PhotosField control={control} /> },
      ],
      done: msg({ context: 'work', message: 'Finished' }),
    },
    reopen: { label: msg`Reopen`, icon: 'undo' },
  },
  slots: { peek: ({ row }) => <WorkItemPeek item={row} /> },
})
