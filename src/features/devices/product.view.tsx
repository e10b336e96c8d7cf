// Words and looks of products.
import { msg } from '@lingui/core/macro'
import { product } from '../../domain/device/catalogue.ts'
import { viewOf } from '../../resource/view.ts'

export const productView = viewOf(product, {
  title: msg({ context: 'page', message: 'Products' }),
  titleOne: msg`Product`,
  icon: 'box',
  add: msg`Add product`,
  removeQuestion: msg`Delete the product?`,
  empty: {
    title: msg`No products yet`,
    why: msg`Products tell devices of one make apart: their image, their model, their state.`,
    icon: 'box',
  },
  columns: [
    { of: 'image', label: msg`Image`, type: 'img', width: 76 },
    { of: 'name', label: msg`Name`, width: 170, required: true },
    { of: 'id', label: msg`Number`, width: 90, quiet: true },
    { of: 'model', label: msg`Model`, width: 130 },
    { of: 'status', label: msg`Status`, width: 110 },
    { of: 'deviceCount', label: msg`Devices`, type: 'number', width: 106, align: 'end' },
    { of: 'sort', label: msg`Sort order`, type: 'number', width: 92, align: 'end', quiet: true },
    { of: 'header', label: msg`Header`, width: 150, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: { title: 'name', state: 'status', detail: ['model', 'note'] },
  words: {
    status: {
      enabled: { label: msg`Enabled`, tone: 'ok' },
      disabled: { label: msg`Disabled`, tone: 'off' },
      deleted: { label: msg`Deleted`, tone: 'off' },
    },
  },
  filters: { status: msg`Status`, name: msg`Name` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'model', label: msg`Model` },
    { of: 'status', label: msg`Status` },
    { of: 'image', label: msg`Image`, kind: 'image' },
    { of: 'header', label: msg`Header` },
    { of: 'sort', label: msg`Sort order`, hint: msg`Lower numbers come first` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  initial: { status: 'enabled', sort: 0 },
  actions: {
    enable: {
      label: msg`Enable`,
      icon: 'check',
      optimistic: () => ({ status: 'enabled' as const }),
      done: msg`Enabled`,
      primary: true,
    },
    disable: {
      label: msg`Disable`,
      icon: 'close',
      optimistic: () => ({ status: 'disabled' as const }),
      done: msg`Disabled`,
      primary: true,
    },
  },
})
