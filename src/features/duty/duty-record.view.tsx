// Words and looks of duty records and their handover.
import { msg } from '@lingui/core/macro'
import { dutyRecord } from '../../domain/duty/duty-record.ts'
import { MomentControl } from '../../resource/date-fields.tsx'
import { viewOf } from '../../resource/view.ts'

export const dutyRecordView = viewOf(dutyRecord, {
  title: msg({ context: 'page', message: 'Duty records' }),
  titleOne: msg`Duty record`,
  icon: 'list',
  add: msg`Write record`,
  nameOf: 'area',
  empty: {
    title: msg`No duty records yet`,
    why: msg`A record says what happened during a duty. Who hands over and who takes over sign it.`,
    icon: 'list',
  },
  draft: true,
  // What somebody has signed stays as it is.
  editable: ({ state }) => state === 'open',
  columns: [
    { of: 'day', label: msg`Day`, width: 120 },
    { of: 'area', label: msg`Area`, width: 140, required: true },
    { of: 'startsAt', label: msg`Begins`, type: 'date', width: 170 },
    { of: 'endsAt', label: msg`Ends`, type: 'date', width: 170 },
    { of: 'workerName', label: msg`Person in charge`, width: 140 },
    { of: 'situation', label: msg`Situation`, width: 280 },
    { of: 'nextWorkerName', label: msg`Taken over by`, width: 140 },
    { of: 'state', label: msg`Handover`, width: 130 },
    {
      of: 'postName',
      label: msg({ context: 'work', message: 'Post' }),
      width: 130,
      quiet: true,
      hidden: true,
    },
    { of: 'outSignedAt', label: msg`Handed over`, type: 'date', width: 170, quiet: true },
    { of: 'inSignedAt', label: msg`Taken over`, type: 'date', width: 170, quiet: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'list',
    title: 'area',
    state: 'state',
    detail: ['workerName', 'nextWorkerName', 'situation'],
    age: 'startsAt',
  },
  words: {
    state: {
      open: { label: msg`Not signed`, tone: 'off' },
      half: { label: msg`One signature`, tone: 'warning' },
      signed: { label: msg`Signed by both`, tone: 'ok' },
    },
  },
  filters: {
    state: msg`Handover`,
    day: msg`Day`,
    area: msg`Area`,
    workerId: msg`Person in charge`,
    postId: msg({ context: 'work', message: 'Post' }),
  },
  form: [
    { of: 'day', label: msg`Day` },
    { of: 'area', label: msg`Area` },
    { of: 'postId', label: msg({ context: 'work', message: 'Post' }) },
    { of: 'startsAt', label: msg`Begins`, render: control => <MomentControl control={control} required /> },
    { of: 'endsAt', label: msg`Ends`, render: control => <MomentControl control={control} required /> },
    { of: 'workerId', label: msg`Person in charge` },
    { of: 'situation', label: msg`Situation`, kind: 'textarea' },
    { of: 'nextWorkerId', label: msg`Taken over by` },
    { of: 'note', label: msg`Note` },
  ],
  actions: {
    sign: {
      label: msg`Sign the handover`,
      icon: 'check',
      primary: true,
      bulk: false,
      confirm: msg`Sign the handover? It cannot be changed afterwards.`,
      done: msg`Signed`,
    },
  },
})
