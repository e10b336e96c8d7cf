// Words and looks of what is kept in the store for plans.
import { msg } from '@lingui/core/macro'
import { stockReservation } from '../../domain/site/stock-item.ts'
import { viewOf } from '../../resource/view.ts'
import { StockListHead } from './stock-list-head.tsx'
import { reservationWords } from './stock-words.ts'
import { TonsField } from './tons-field.tsx'
import { tonsText } from './tons-text.ts'

export const stockReservationView = viewOf(stockReservation, {
  title: msg`Kept for plans`,
  titleOne: msg`Reservation`,
  icon: 'lock',
  add: msg`Keep for a plan`,
  nameOf: 'itemName',
  editable: () => false,
  empty: {
    title: msg`Nothing is kept for plans`,
    why: msg`What a work plan will need can be kept for it: nobody else uses it up.`,
    icon: 'lock',
  },
  columns: [
    {
      of: 'itemName',
      label: msg`Item`,
      type: 'name',
      icon: () => 'box',
      width: 160,
      fixed: 'left',
      required: true,
    },
    { of: 'planName', label: msg`Work plan`, width: 180 },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'tons', label: msg`Tons`, width: 110, align: 'end', text: tonsText },
    {
      of: 'used',
      label: msg({ context: 'stock', message: 'Used' }),
      width: 110,
      align: 'end',
      text: tonsText,
    },
    { of: 'neededOn', label: msg`Needed on`, width: 130 },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 170, quiet: true, hidden: true },
  ],
  card: { icon: () => 'lock', title: 'itemName', state: 'state', detail: ['tons', 'planName', 'neededOn'] },
  words: { state: reservationWords },
  filters: { state: msg`State`, neededOn: msg`Needed on` },
  form: [
    { of: 'itemId', label: msg`Item` },
    { of: 'planId', label: msg`Work plan` },
    { of: 'tons', label: msg`Tons`, render: control => <TonsField control={control} name="tons" /> },
    { of: 'neededOn', label: msg`Needed on` },
  ],
  actions: {
    release: {
      label: msg`Give free`,
      icon: 'unlock',
      primary: true,
      confirm: msg`Give free what is left of it? Others may use it then.`,
      done: msg`Given free`,
    },
  },
  slots: { listHeader: () => <StockListHead current="kept" /> },
})
