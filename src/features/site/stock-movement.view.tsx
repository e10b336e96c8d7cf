// Words and looks of what came and went in the store.
import { msg } from '@lingui/core/macro'
import { stockMovement } from '../../domain/site/stock-item.ts'
import { viewOf } from '../../resource/view.ts'
import { StockListHead } from './stock-list-head.tsx'
import { movementWords } from './stock-words.ts'
import { changeText, tonsText } from './tons-text.ts'

export const stockMovementView = viewOf(stockMovement, {
  title: msg`Movements of the store`,
  titleOne: msg`Movement`,
  icon: 'route',
  nameOf: 'itemName',
  empty: {
    title: msg`Nothing has moved yet`,
    why: msg`What is received, used, set aside or counted is written down here.`,
    icon: 'route',
  },
  columns: [
    { of: 'at', label: msg`Time`, type: 'date', width: 170, fixed: 'left', required: true },
    { of: 'itemName', label: msg`Item`, type: 'name', icon: () => 'box', width: 160 },
    { of: 'kind', label: msg`What`, width: 130 },
    { of: 'tons', label: msg`Tons`, width: 110, align: 'end', text: tonsText },
    { of: 'change', label: msg`Change`, width: 120, align: 'end', text: changeText },
    { of: 'remaining', label: msg`Remaining then`, width: 140, align: 'end', text: tonsText },
    { of: 'planName', label: msg`Work plan`, width: 150 },
    { of: 'userName', label: msg`By`, width: 110 },
    { of: 'reversed', label: msg`Taken back`, type: 'yesNo', width: 110, quiet: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true },
    { of: 'itemNumber', label: msg`Number`, type: 'code', width: 110, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Arrived`, type: 'date', width: 170, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'route',
    title: 'itemName',
    state: 'kind',
    detail: ['change', 'planName', 'userName'],
    age: 'at',
  },
  words: { kind: movementWords },
  filters: { kind: msg`What`, at: msg`Period`, userName: msg`By` },
  actions: {
    reverse: {
      label: msg`Take back`,
      icon: 'undo',
      primary: true,
      critical: true,
      bulk: false,
      confirm: msg`Take this movement back? Another line of the ledger says so; this one stays.`,
      done: msg`Taken back`,
    },
  },
  slots: { listHeader: () => <StockListHead current="movements" /> },
})
