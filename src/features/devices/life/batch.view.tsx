// Words and looks of production batches: the plan, what is made and passed of it, and the way to release.
import { msg } from '@lingui/core/macro'
import { productionBatch } from '../../../domain/device/production.ts'
import { viewOf } from '../../../resource/view.ts'
import { BatchPeek, BatchProgress } from './batch-peek.tsx'
import { batchStateWords } from './life-words.ts'

export const batchView = viewOf(productionBatch, {
  title: msg({ context: 'page', message: 'Production' }),
  titleOne: msg`Batch`,
  icon: 'box',
  add: msg`Plan a batch`,
  removeQuestion: msg`Delete the batch?`,
  empty: {
    title: msg`No batches yet`,
    why: msg`A batch is planned, produced, inspected and released; its passed devices then wait for stock-in.`,
    icon: 'box',
  },
  columns: [
    { of: 'number', label: msg`Batch number`, width: 140, required: true },
    { of: 'productName', label: msg`Product`, width: 150 },
    {
      of: 'made',
      label: msg`Produced / planned`,
      width: 200,
      render: (_, row) => <BatchProgress row={row} />,
    },
    { of: 'passed', label: msg`Passed`, type: 'number', width: 90, align: 'end' },
    {
      of: 'failed',
      label: msg({ context: 'inspection', message: 'Failed' }),
      type: 'number',
      width: 90,
      align: 'end',
    },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'serialPrefix', label: msg`Serial prefix`, width: 110, quiet: true },
    { of: 'categoryName', label: msg`Category`, width: 120, quiet: true, hidden: true },
    { of: 'colour', label: msg`Colour`, width: 90, quiet: true, hidden: true },
    { of: 'manufacturer', label: msg`Manufacturer`, width: 130, quiet: true },
    { of: 'planned', label: msg`Planned`, type: 'number', width: 100, align: 'end', hidden: true },
    { of: 'releasedAt', label: msg`Released at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true },
  ],
  card: { title: 'number', state: 'state', detail: ['productName', 'manufacturer'], age: 'createdAt' },
  words: { state: batchStateWords },
  filters: { state: msg`State`, number: msg`Batch number`, productId: msg`Product`, createdAt: msg`Added` },
  form: [
    { of: 'number', label: msg`Batch number` },
    { of: 'productId', label: msg`Product` },
    { of: 'categoryId', label: msg`Category`, hint: msg`Of the devices that are made of it` },
    { of: 'planned', label: msg`Planned`, kind: 'integer', hint: msg`How many devices to produce` },
    {
      of: 'serialPrefix',
      label: msg`Serial prefix`,
      hint: msg`Capital letters, digits and dashes; a running number follows`,
    },
    { of: 'manufacturer', label: msg`Manufacturer` },
    { of: 'colour', label: msg`Colour` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    release: {
      label: msg`Release`,
      icon: 'check',
      primary: true,
      confirm: msg`Release the batch? Passed records with an IMEI become devices that wait for stock-in. Nothing can be changed afterwards.`,
      done: msg`Released`,
    },
    allotSerials: {
      label: msg`Allot serials`,
      icon: 'plus',
      primary: true,
      bulk: false,
      input: [
        {
          of: 'count',
          label: msg`How many`,
          kind: 'integer',
          hint: msg`At most what is still missing in the plan`,
        },
      ],
      done: msg`The serials are allotted`,
    },
    check: {
      label: msg`Start inspection`,
      icon: 'shield',
      primary: true,
      done: msg`In inspection`,
    },
    start: {
      label: msg`Start production`,
      icon: 'play',
      primary: true,
      done: msg`In production`,
    },
    close: {
      label: msg`Close`,
      icon: 'close',
      critical: true,
      confirm: msg`Close the batch without releasing it? Nothing of it becomes a device.`,
      done: msg`Closed`,
    },
  },
  slots: { peek: ({ row }) => <BatchPeek row={row} /> },
})
