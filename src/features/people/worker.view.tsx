// Words and looks of people at work.
import { msg } from '@lingui/core/macro'
import { worker } from '../../domain/people/worker.ts'
import { viewOf } from '../../resource/view.ts'
import { WorkerCall, WorkerPeek } from './worker-peek.tsx'

export const workerView = viewOf(worker, {
  title: msg({ context: 'page', message: 'Site staff' }),
  titleOne: msg`Person at work`,
  icon: 'users',
  add: msg`Add person`,
  identifier: 'number',
  removeQuestion: msg`Delete the person? Whoever has left should be given a last day instead.`,
  empty: {
    title: msg`Nobody is listed yet`,
    why: msg`Import the people who work here, or add them one by one.`,
    icon: 'users',
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
    { of: 'number', label: msg`Staff number`, type: 'code', width: 120 },
    { of: 'trade', label: msg`Trade`, width: 120 },
    { of: 'postName', label: msg({ context: 'work', message: 'Post' }), width: 130 },
    { of: 'departmentName', label: msg`Department`, width: 130 },
    { of: 'phone', label: msg`Phone`, width: 130, quiet: true },
    { of: 'deviceNames', label: msg`Wears`, type: 'list', width: 160, quiet: true },
    { of: 'cardNames', label: msg`Door cards`, type: 'list', width: 140, quiet: true, hidden: true },
    { of: 'accountName', label: msg`Login`, width: 120, quiet: true, hidden: true },
    { of: 'joinedOn', label: msg`First day`, width: 120, quiet: true },
    { of: 'leftOn', label: msg`Last day`, width: 120, quiet: true, hidden: true },
    { of: 'labelCode', label: msg`Label`, type: 'code', width: 130, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'user',
    title: 'name',
    state: 'postName',
    detail: ['trade', 'departmentName', 'number'],
  },
  filters: {
    name: msg`Name`,
    trade: msg`Trade`,
    departmentId: msg`Department`,
    postId: msg({ context: 'work', message: 'Post' }),
    joinedOn: msg`First day`,
    leftOn: msg`Last day`,
  },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'number', label: msg`Staff number` },
    { of: 'phone', label: msg`Phone`, kind: 'phone' },
    { of: 'trade', label: msg`Trade` },
    { of: 'postId', label: msg({ context: 'work', message: 'Post' }) },
    { of: 'departmentId', label: msg`Department` },
    {
      title: msg`Known by`,
      fields: [
        { of: 'deviceIds', label: msg`Helmets and other devices worn` },
        { of: 'cardIds', label: msg`Door cards` },
        { of: 'faceSampleIds', label: msg({ context: 'page', message: 'Face samples' }) },
        {
          of: 'accountId',
          label: msg`Login`,
          hint: msg`So they punch and see their own month on the phone.`,
        },
      ],
    },
    {
      title: msg`More`,
      folded: true,
      fields: [
        { of: 'joinedOn', label: msg`First day` },
        { of: 'leftOn', label: msg`Last day` },
        { of: 'note', label: msg`Note`, kind: 'textarea' },
      ],
    },
  ],
  slots: {
    actions: ({ row }) => <WorkerCall worker={row} />,
    peek: ({ row }) => <WorkerPeek worker={row} />,
  },
})
