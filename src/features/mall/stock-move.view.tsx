// Words and looks of what came to SKUs and went.
import { msg } from '@lingui/core/macro'
import { stockMove } from '../../domain/mall/stock-move.ts'
import { viewOf } from '../../resource/view.ts'
import { numberFormat } from '../../ui/locale.ts'
import { moveWords } from './mall-words.ts'

const figure = { type: 'number', align: 'end', width: 120 } as const

const signed = (value: number, locale: string) =>
  `\u2066${numberFormat(locale, { signDisplay: 'exceptZero' }).format(value)}\u2069`

export const stockMoveView = viewOf(stockMove, {
  title: msg`Stock movements of the mall`,
  titleOne: msg`Movement`,
  icon: 'route',
  nameOf: 'productName',
  empty: {
    title: msg`Nothing has moved yet`,
    why: msg`What is received, written off, counted, reserved and shipped is written down here.`,
    icon: 'route',
  },
  columns: [
    { of: 'at', label: msg`Time`, type: 'date', width: 170, fixed: 'left', required: true },
    { of: 'productName', label: msg`Article`, type: 'name', icon: () => 'box', width: 190 },
    { of: 'optionText', label: msg`Options`, width: 140 },
    { of: 'kind', label: msg`What`, width: 160 },
    { of: 'onHandChange', label: msg`Stock change`, ...figure, text: signed },
    { of: 'reservedChange', label: msg`Reserved change`, ...figure, width: 150, text: signed },
    { of: 'onHand', label: msg`In stock then`, ...figure },
    { of: 'reserved', label: msg`Reserved then`, ...figure, quiet: true },
    { of: 'userName', label: msg`By`, width: 110 },
    { of: 'note', label: msg`Note`, width: 200, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'route',
    title: 'productName',
    state: 'kind',
    detail: ['optionText', 'onHandChange', 'userName'],
    age: 'at',
  },
  words: { kind: moveWords },
  filters: { kind: msg`What`, at: msg`Period`, productName: msg`Article`, userName: msg`By` },
})
