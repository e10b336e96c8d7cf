// Words and looks of settlements with merchants.
import { msg } from '@lingui/core/macro'
import { settlement } from '../../domain/mall/settlement.ts'
import { formatFen, Money } from '../../resource/money.tsx'
import { viewOf } from '../../resource/view.ts'

const yuan = (fen: number, locale: string) => `\u2066${formatFen(fen, locale)}\u2069`
const money = { width: 120, align: 'end' as const, render: (fen: number) => <Money fen={fen} />, text: yuan }

export const settlementView = viewOf(settlement, {
  title: msg`Settlements`,
  titleOne: msg`Settlement`,
  icon: 'bill',
  nameOf: 'merchantName',
  identifier: 'number',
  empty: {
    title: msg`Nothing was settled yet`,
    why: msg`Completed orders are settled with their merchants here; what is refunded later is a negative line of the next period.`,
    icon: 'bill',
  },
  columns: [
    { of: 'number', label: msg`Number`, type: 'name', icon: () => 'bill', width: 150, required: true },
    { of: 'merchantName', label: msg`Merchant`, width: 180 },
    { of: 'untilDay', label: msg`Until`, width: 120 },
    { of: 'lineCount', label: msg`Lines`, type: 'number', width: 80, align: 'end' },
    { of: 'paid', label: msg({ context: 'mall', message: 'Paid' }), ...money },
    { of: 'refunded', label: msg`Refunded`, ...money },
    { of: 'commission', label: msg`Commission`, ...money },
    { of: 'fee', label: msg`Payment fee`, ...money },
    { of: 'net', label: msg`To the merchant`, ...money },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'bill', title: 'merchantName', detail: ['net', 'number', 'untilDay'] },
  filters: { merchantId: msg`Merchant`, untilDay: msg`Until` },
})
