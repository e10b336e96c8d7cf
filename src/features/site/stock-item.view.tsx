// Words and looks of the store: what lies in it, and what is done with it.
import { msg } from '@lingui/core/macro'
import { stockItem } from '../../domain/site/stock-item.ts'
import { LabelsButton } from '../../resource/scan/labels-button.tsx'
import { viewOf } from '../../resource/view.ts'
import { StockListHead } from './stock-list-head.tsx'
import { StockPeek } from './stock-peek.tsx'
import { stockStateWords } from './stock-words.ts'
import { TonsField } from './tons-field.tsx'
import { tonsText } from './tons-text.ts'

const figure = { align: 'end', width: 120, text: tonsText } as const

const tonsInput = {
  of: 'tons',
  label: msg`Tons`,
  render: control => <TonsField control={control} name="tons" />,
} as const satisfies {
  of: 'tons'
  label: unknown
  render: (control: Parameters<typeof TonsField>[0]['control']) => unknown
}

const planInput = { of: 'planId', label: msg`Work plan`, entity: 'workPlan' } as const
const noteInput = { of: 'note', label: msg`Note` } as const

export const stockItemView = viewOf(stockItem, {
  title: msg({ context: 'page', message: 'Warehouse' }),
  titleOne: msg`Item of the store`,
  icon: 'box',
  add: msg`Add item`,
  identifier: 'labelCode',
  removeQuestion: msg`Delete the item? What came and went stays in the ledger.`,
  empty: {
    title: msg`The store is empty`,
    why: msg`Add what lies in it; then write down what comes and goes.`,
    icon: 'box',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'box',
      width: 180,
      fixed: 'left',
      required: true,
    },
    { of: 'number', label: msg`Number`, type: 'code', width: 110 },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'received', label: msg({ context: 'stock', message: 'Stock' }), ...figure },
    { of: 'used', label: msg({ context: 'stock', message: 'Used' }), ...figure },
    { of: 'unqualified', label: msg`Unqualified`, ...figure },
    { of: 'remaining', label: msg`Remaining`, ...figure },
    { of: 'reserved', label: msg`Kept for plans`, ...figure },
    { of: 'warnBelow', label: msg`Low below`, ...figure, quiet: true },
    { of: 'place', label: msg`Place`, width: 140, quiet: true },
    { of: 'lastMovedAt', label: msg`Last movement`, type: 'age', width: 140, quiet: true },
    { of: 'labelCode', label: msg`Label`, type: 'code', width: 140, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'box', title: 'name', state: 'state', detail: ['remaining', 'place', 'number'] },
  words: { state: stockStateWords },
  filters: { state: msg`State`, name: msg`Name`, place: msg`Place` },
  form: [
    { of: 'number', label: msg`Number` },
    { of: 'name', label: msg`Name` },
    { of: 'place', label: msg`Place` },
    {
      of: 'warnBelow',
      label: msg`Low below (tons)`,
      render: control => <TonsField control={control} name="warnBelow" required={false} />,
    },
    { of: 'departmentId', label: msg`Department` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    receive: {
      label: msg`Receive`,
      icon: 'download',
      primary: true,
      bulk: false,
      input: [tonsInput, noteInput],
      done: msg`Written down`,
    },
    use: {
      label: msg({ context: 'stock', message: 'Use' }),
      icon: 'upload',
      primary: true,
      bulk: false,
      input: [tonsInput, planInput, noteInput],
      done: msg`Written down`,
    },
    setAside: {
      label: msg`Set aside as unqualified`,
      icon: 'close',
      bulk: false,
      input: [tonsInput, noteInput],
      done: msg`Written down`,
    },
    count: {
      label: msg`Stocktaking`,
      icon: 'check',
      bulk: false,
      input: [tonsInput, noteInput],
      done: msg`Written down`,
    },
  },
  slots: {
    listHeader: () => <StockListHead />,
    chosen: ({ rows, found }) =>
      !found && (
        <LabelsButton
          labels={rows.map(row => ({ code: row.labelCode, name: row.name, detail: row.number }))}
        />
      ),
    peek: ({ row }) => <StockPeek item={row} />,
  },
})
