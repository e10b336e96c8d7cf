// Words and looks of device categories.
import { msg } from '@lingui/core/macro'
import { deviceCategory } from '../../domain/device/catalogue.ts'
import { viewOf } from '../../resource/view.ts'
import { kindIcon, kindWords } from './device-words.ts'

export const deviceCategoryView = viewOf(deviceCategory, {
  title: msg({ context: 'page', message: 'Device categories' }),
  titleOne: msg`Device category`,
  icon: 'layers',
  add: msg`Add category`,
  removeQuestion: msg`Delete the category?`,
  empty: {
    title: msg`No categories yet`,
    why: msg`Every device belongs to a category; it says what kind of device it is.`,
    icon: 'layers',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: row => kindIcon(row.kind),
      width: 200,
      required: true,
    },
    { of: 'enName', label: msg`English name`, width: 160 },
    { of: 'kind', label: msg`Type`, width: 140, type: 'text' },
    { of: 'deviceCount', label: msg`Devices`, type: 'number', width: 106, align: 'end' },
    { of: 'sort', label: msg`Sort order`, type: 'number', width: 92, align: 'end', quiet: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: { icon: row => kindIcon(row.kind), title: 'name', detail: ['kind', 'note'] },
  words: { kind: kindWords },
  filters: { kind: msg`Type`, name: msg`Name` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'enName', label: msg`English name` },
    { of: 'kind', label: msg`Type`, hint: msg`Decides the icon and which readings come first` },
    { of: 'sort', label: msg`Sort order`, hint: msg`Lower numbers come first` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  initial: { sort: 0 },
})
