// Words and looks of what products report: names, units, digits, usual limits, intervals.
import { msg } from '@lingui/core/macro'
import { productReading } from '../../../domain/device/product-reading.ts'

import { viewOf } from '../../../resource/view.ts'
import { readingWords } from '../device-words.ts'
import { KindCell } from './kind-cell.tsx'

export const modelView = viewOf(productReading, {
  title: msg({ context: 'page', message: 'Data model' }),
  titleOne: msg`Reading of a product`,
  icon: 'list',
  add: msg`Add reading`,
  removeQuestion: msg`Delete the reading from the product? Devices keep what they have measured.`,
  empty: {
    title: msg`No data model yet`,
    why: msg`It says what a product reports and which limits are usual; devices without limits of their own are judged by it.`,
    icon: 'list',
  },
  columns: [
    { of: 'productName', label: msg`Product`, width: 170, required: true },
    { of: 'kind', label: msg`Reading`, width: 180, render: kind => <KindCell kind={kind} /> },
    { of: 'name', label: msg`Name`, width: 150 },
    { of: 'enName', label: msg`English name`, width: 150, quiet: true },
    { of: 'decimals', label: msg`Decimals`, type: 'number', width: 100, align: 'end' },
    { of: 'lower', label: msg`Lower limit`, type: 'number', width: 110, align: 'end' },
    { of: 'upper', label: msg`Upper limit`, type: 'number', width: 110, align: 'end' },
    { of: 'everySeconds', label: msg`Every (s)`, type: 'number', width: 110, align: 'end' },
    {
      of: 'sort',
      label: msg`Sort order`,
      type: 'number',
      width: 92,
      align: 'end',
      quiet: true,
      hidden: true,
    },
    { of: 'updatedAt', label: msg`Changed`, type: 'age', width: 116, align: 'end', quiet: true },
  ],
  card: { title: 'name', state: 'kind', detail: ['productName', 'enName'], age: 'updatedAt' },
  words: { kind: readingWords },
  filters: { productId: msg`Product`, kind: msg`Reading`, name: msg`Name` },
  form: [
    { of: 'productId', label: msg`Product` },
    { of: 'kind', label: msg`Reading`, locked: true },
    { of: 'name', label: msg`Name`, hint: msg`What the reading is called in Chinese` },
    { of: 'enName', label: msg`English name` },
    { of: 'decimals', label: msg`Decimals`, kind: 'integer', hint: msg`Digits after the point, 0 to 4` },
    {
      of: 'lower',
      label: msg`Usual lower limit`,
      kind: 'coordinate',
      hint: msg`Empty: none. A device's own limits go before it.`,
    },
    { of: 'upper', label: msg`Usual upper limit`, kind: 'coordinate' },
    {
      of: 'everySeconds',
      label: msg`Seconds between two values`,
      kind: 'integer',
      hint: msg`When nothing else is set on the device`,
    },
    { of: 'sort', label: msg`Sort order`, kind: 'integer', hint: msg`Lower numbers come first` },
  ],
  initial: { decimals: 1, sort: 0 },
})
