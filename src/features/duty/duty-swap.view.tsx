// Words and looks of swaps of shifts.
import { msg } from '@lingui/core/macro'
import { dutySwap } from '../../domain/duty/duty-swap.ts'
import { viewOf } from '../../resource/view.ts'

export const dutySwapView = viewOf(dutySwap, {
  title: msg`Swaps`,
  titleOne: msg`Swap`,
  icon: 'refresh',
  add: msg`Ask for a swap`,
  nameOf: 'fromWorkerName',
  columns: [
    { of: 'fromWorkerName', label: msg`Person`, width: 140, required: true },
    { of: 'toWorkerName', label: msg`Taken by`, width: 140 },
    { of: 'postName', label: msg({ context: 'work', message: 'Post' }), width: 140 },
    { of: 'startsAt', label: msg`Begins`, type: 'date', width: 170 },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'reason', label: msg`Reason`, width: 200 },
  ],
  card: {
    icon: () => 'refresh',
    title: 'fromWorkerName',
    state: 'state',
    detail: ['toWorkerName', 'postName'],
  },
  words: {
    state: {
      asked: { label: msg`Asked`, tone: 'attention' },
      accepted: { label: msg`Accepted`, tone: 'info' },
      approved: { label: msg`Approved`, tone: 'ok' },
      declined: { label: msg`Declined`, tone: 'critical' },
      withdrawn: { label: msg`Withdrawn`, tone: 'off' },
    },
  },
  filters: { state: msg`State` },
  form: [
    { of: 'shiftId', label: msg`Shift`, render: () => null },
    { of: 'toWorkerId', label: msg`Who takes the shift` },
    { of: 'reason', label: msg`Reason` },
  ],
  actions: {
    accept: {
      label: msg`Accept`,
      icon: 'check',
      primary: true,
      done: msg`Accepted; whoever keeps the roster approves it`,
    },
    approve: { label: msg`Approve`, icon: 'check', primary: true, done: msg`The shift has gone over` },
    decline: { label: msg`Decline`, icon: 'close' },
  },
})
