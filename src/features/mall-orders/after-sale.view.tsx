// Words and looks of after-sales: what is asked back, and each step until the money is.
import { msg } from '@lingui/core/macro'
import { Checkbox } from '@mantine/core'
import { afterSale } from '../../domain/mall/after-sale.ts'
import { formatFen, Money } from '../../resource/money.tsx'
import { viewOf } from '../../resource/view.ts'
import { AfterSalePeek } from './after-sale-peek.tsx'
import { afterSaleKindWords, afterSaleWords } from './order-words.ts'

export const afterSaleView = viewOf(afterSale, {
  title: msg({ context: 'page', message: 'After-sales orders' }),
  titleOne: msg`After-sales order`,
  icon: 'refresh',
  nameOf: 'what',
  identifier: 'number',
  empty: {
    title: msg`Nobody asks for anything back`,
    why: msg`What buyers want back of their orders appears here.`,
    icon: 'refresh',
  },
  columns: [
    {
      of: 'number',
      label: msg`Number`,
      type: 'name',
      icon: () => 'refresh',
      width: 220,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 140 },
    { of: 'kind', label: msg`Kind`, width: 150 },
    { of: 'what', label: msg`Goods`, width: 240 },
    {
      of: 'amount',
      label: msg`Amount`,
      width: 120,
      align: 'end',
      render: value => <Money fen={value} />,
      text: (fen, locale) => `\u2066${formatFen(fen, locale)}\u2069`,
    },
    { of: 'reason', label: msg`Reason`, width: 200 },
    { of: 'orderNumber', label: msg`Order number`, type: 'code', width: 220 },
    { of: 'buyerName', label: msg`Buyer`, width: 110 },
    { of: 'merchantName', label: msg`Merchant`, width: 150, quiet: true },
    { of: 'createdAt', label: msg`Asked at`, type: 'date', width: 160, quiet: true },
    { of: 'refundedAt', label: msg`Refunded at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'refresh',
    title: 'what',
    state: 'state',
    detail: ['amount', 'buyerName', 'kind'],
    age: 'createdAt',
  },
  words: { state: afterSaleWords, kind: afterSaleKindWords },
  filters: { state: msg`State`, kind: msg`Kind`, number: msg`Number`, createdAt: msg`Asked at` },
  rowTone: row => (row.declined === null ? undefined : 'critical'),
  actions: {
    approve: {
      label: msg({ context: 'after-sales', message: 'Approve' }),
      icon: 'check',
      primary: true,
      done: msg({ context: 'after-sales', message: 'Approved' }),
    },
    reject: {
      label: msg({ context: 'after-sales', message: 'Reject' }),
      icon: 'close',
      primary: true,
      input: [{ of: 'reason', label: msg`Reason` }],
      done: msg({ context: 'after-sales', message: 'Rejected' }),
    },
    withdraw: {
      label: msg({ context: 'after-sales', message: 'Withdraw' }),
      icon: 'undo',
      confirm: msg`Withdraw it? The goods stay with the buyer.`,
      done: msg({ context: 'after-sales', message: 'Withdrawn' }),
    },
    sendBack: {
      label: msg`Write down the return parcel`,
      icon: 'box',
      primary: true,
      input: [
        { of: 'carrier', label: msg`Carrier` },
        { of: 'trackingNumber', label: msg`Tracking number` },
      ],
      done: msg`The parcel was written down`,
    },
    receive: {
      label: msg`Goods received`,
      icon: 'box',
      primary: true,
      initial: { restock: true },
      input: [
        {
          of: 'restock',
          label: msg`Fit to be sold again: back into the stock`,
          render: control => (
            <Checkbox
              label={control.label}
              checked={control.value === true}
              disabled={control.disabled}
              onChange={event => control.onChange(event.currentTarget.checked)}
            />
          ),
        },
      ],
      done: msg`The goods were received`,
    },
    refund: {
      label: msg({ context: 'do', message: 'Refund' }),
      icon: 'bill',
      primary: true,
      confirm: msg`Give the money back? It goes the way it came.`,
      done: msg`The refund was ordered`,
    },
  },
  slots: { peek: ({ row }) => <AfterSalePeek row={row} /> },
})
