// Devices as the page where they are handed out shows them: what lies where, nothing else is done with them there.
import { msg } from '@lingui/core/macro'
import { device } from '../../../domain/device/device.ts'
import { viewOf } from '../../../resource/view.ts'
import { kindIcon, kindWords, stateWords } from '../device-words.ts'
import { lifecycleWords } from './life-words.ts'

export const allocatableView = viewOf(device, {
  title: msg({ context: 'page', message: 'Allocate devices' }),
  titleOne: msg`Device`,
  icon: 'route',
  empty: {
    title: msg`Nothing to allocate`,
    why: msg`Devices that are in stock, or with a department and not bound, can be allocated. Stock some in first.`,
    icon: 'inbox',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: row => kindIcon(row.kind),
      width: 170,
      required: true,
    },
    { of: 'imei', label: msg`IMEI`, width: 150, quiet: true },
    { of: 'lifecycle', label: msg`Lifecycle`, width: 160 },
    { of: 'tenantName', label: msg`Tenant`, width: 140, hidden: true },
    { of: 'categoryName', label: msg`Category`, width: 130, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 130 },
    { of: 'stockedInAt', label: msg`Stocked in`, type: 'date', width: 160, quiet: true },
  ],
  card: {
    icon: row => kindIcon(row.kind),
    title: 'name',
    state: 'lifecycle',
    detail: ['imei', 'departmentName'],
  },
  words: { lifecycle: lifecycleWords, kind: kindWords, state: stateWords },
  filters: {
    kind: msg`Type`,
    categoryId: msg`Category`,
    productId: msg`Product`,
    departmentId: msg`Department`,
    groupId: msg`Group`,
    imei: msg`IMEI`,
  },
})
