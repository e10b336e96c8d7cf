// Words and looks of production records: one for each device that was made, with its inspection.
import { msg } from '@lingui/core/macro'
import { productionRecord } from '../../../domain/device/production.ts'
import { viewOf } from '../../../resource/view.ts'
import { qualityWords, salesModeWords } from './life-words.ts'

export const recordView = viewOf(productionRecord, {
  title: msg({ context: 'page', message: 'Production records' }),
  titleOne: msg`Production record`,
  icon: 'report',
  nameOf: 'serial',
  identifier: 'imei',
  add: msg`Add record`,
  removeQuestion: msg`Delete the record?`,
  empty: {
    title: msg`No production records yet`,
    why: msg`A batch makes them when its serials are allotted; others can be added by hand or imported.`,
    icon: 'report',
  },
  columns: [
    { of: 'serial', label: msg`Serial number`, width: 150, required: true },
    { of: 'imei', label: msg`IMEI`, width: 150 },
    { of: 'productName', label: msg`Product`, width: 140 },
    { of: 'model', label: msg`Model`, width: 100, quiet: true },
    { of: 'colour', label: msg`Colour`, width: 90, quiet: true },
    { of: 'quality', label: msg`Inspection`, width: 150 },
    { of: 'qualityNote', label: msg`Reason`, width: 150, quiet: true },
    { of: 'batchNumber', label: msg`Batch`, width: 130, quiet: true },
    { of: 'producedAt', label: msg`Produced`, type: 'date', width: 160, quiet: true },
    { of: 'inspector', label: msg`Inspector`, width: 110, quiet: true, hidden: true },
    { of: 'cardNumber', label: msg`Card number`, width: 130, quiet: true, hidden: true },
    { of: 'iccid', label: msg`ICCID`, width: 180, quiet: true, hidden: true },
    { of: 'manufacturer', label: msg`Manufacturer`, width: 130, quiet: true, hidden: true },
    { of: 'salesMode', label: msg`Sales mode`, width: 120, quiet: true, hidden: true },
    { of: 'agent', label: msg`Agent`, width: 120, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: { title: 'serial', state: 'quality', detail: ['imei', 'productName', 'qualityNote'] },
  words: { quality: qualityWords, salesMode: salesModeWords },
  filters: {
    quality: msg`Inspection`,
    serial: msg`Serial number`,
    imei: msg`IMEI`,
    iccid: msg`ICCID`,
    batchId: msg`Batch`,
    salesMode: msg`Sales mode`,
    manufacturer: msg`Manufacturer`,
    producedAt: msg`Produced`,
  },
  form: [
    { of: 'serial', label: msg`Serial number` },
    { of: 'imei', label: msg`IMEI`, kind: 'digits', hint: msg`Without one no device is made of it` },
    { of: 'productName', label: msg`Product` },
    { of: 'model', label: msg`Model` },
    { of: 'colour', label: msg`Colour` },
    { of: 'batchId', label: msg`Batch` },
    {
      title: msg`Card`,
      folded: true,
      fields: [
        { of: 'cardNumber', label: msg`Card number`, kind: 'digits' },
        { of: 'iccid', label: msg`ICCID`, hint: msg`19 or 20 characters, printed on the SIM card` },
      ],
    },
    {
      title: msg`Production and sale`,
      folded: true,
      fields: [
        { of: 'manufacturer', label: msg`Manufacturer` },
        { of: 'inspector', label: msg`Inspector` },
        { of: 'salesMode', label: msg`Sales mode` },
        { of: 'agent', label: msg`Agent` },
      ],
    },
  ],
  actions: {
    pass: {
      label: msg`Pass`,
      icon: 'check',
      primary: true,
      done: msg`Passed`,
    },
    fail: {
      label: msg`Fail`,
      icon: 'close',
      primary: true,
      critical: true,
      input: [{ of: 'note', label: msg`Reason`, kind: 'textarea' }],
      done: msg({ context: 'inspection', message: 'Failed' }),
    },
  },
})
