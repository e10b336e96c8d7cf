// Words and looks of orders: the list, the panel with all that happened, and what staff do with them.
import { msg } from '@lingui/core/macro'
import { mallOrder } from '../../domain/mall/mall-order.ts'
import { formatFen, Money } from '../../resource/money.tsx'
import { payWords, wayWords } from '../../resource/pay-words.ts'
import { viewOf } from '../../resource/view.ts'
import { FenField } from './fen-field.tsx'
import { OrderPeek } from './order-peek.tsx'
import { orderWords } from './order-words.ts'
import { ParcelField } from './parcel-field.tsx'

/** Isolated: beside Arabic words it stays left to right. */
const yuan = (fen: number, locale: string) => `\u2066${formatFen(fen, locale)}\u2069`

export const mallOrderView = viewOf(mallOrder, {
  title: msg({ context: 'page', message: 'Orders' }),
  titleOne: msg({ context: 'mall', message: 'Order' }),
  icon: 'bill',
  nameOf: 'firstName',
  identifier: 'orderNumber',
  fullPage: row => `/orderManagement?show=${row.id}`,
  empty: {
    title: msg`No orders yet`,
    why: msg`What residents order in the mall appears here.`,
    icon: 'box',
  },
  columns: [
    {
      of: 'orderNumber',
      label: msg`Order number`,
      type: 'name',
      icon: () => 'box',
      width: 240,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 156 },
    { of: 'payState', label: msg`Payment`, width: 124 },
    { of: 'firstName', label: msg`Goods`, width: 200 },
    { of: 'pieceCount', label: msg`Pieces`, type: 'number', width: 90, align: 'end' },
    {
      of: 'amount',
      label: msg`Amount`,
      width: 120,
      align: 'end',
      render: value => <Money fen={value} />,
      text: yuan,
    },
    {
      of: 'refundedAmount',
      label: msg`Refunded`,
      width: 110,
      align: 'end',
      render: value => value > 0 && <Money fen={value} />,
      text: (fen, locale) => (fen > 0 ? yuan(fen, locale) : ''),
    },
    { of: 'merchantName', label: msg`Merchant`, width: 160 },
    { of: 'buyerName', label: msg`Buyer`, width: 110 },
    { of: 'buyerPhone', label: msg`Phone`, width: 130, quiet: true },
    { of: 'way', label: msg`Method`, width: 120, quiet: true },
    { of: 'createdAt', label: msg`Ordered at`, type: 'date', width: 160, quiet: true },
    { of: 'paidAt', label: msg`Paid at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'shippedAt', label: msg`Sent at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'box',
    title: 'firstName',
    state: 'state',
    detail: ['amount', 'buyerName', 'merchantName'],
    age: 'createdAt',
  },
  words: { state: orderWords, payState: payWords, way: wayWords },
  filters: {
    state: msg`State`,
    orderNumber: msg`Order number`,
    merchantId: msg`Merchant`,
    buyerName: msg`Buyer`,
    buyerPhone: msg`Phone`,
    createdAt: msg`Ordered at`,
  },
  actions: {
    ship: {
      label: msg({ context: 'mall', message: 'Send' }),
      icon: 'box',
      primary: true,
      bulk: false,
      input: [
        { of: 'carrier', label: msg`Carrier` },
        { of: 'trackingNumber', label: msg`Tracking number` },
        {
          of: 'lines',
          label: msg`What is in the parcel`,
          render: control => <ParcelField control={control} />,
        },
      ],
      done: msg`The parcel was written down`,
    },
    complete: {
      label: msg({ context: 'mall', message: 'Complete' }),
      icon: 'check',
      primary: true,
      confirm: msg`Complete the order? It can be settled with the merchant then.`,
      done: msg`The order was completed`,
    },
    discount: {
      label: msg`Change the price`,
      icon: 'edit',
      bulk: false,
      input: [
        {
          of: 'amount',
          label: msg`Discount`,
          render: control => <FenField control={control} name="amount" />,
        },
        { of: 'name', label: msg`What for` },
      ],
      done: msg`The price was changed`,
    },
    note: {
      label: msg`Note`,
      icon: 'edit',
      bulk: false,
      input: [{ of: 'note', label: msg`Note`, kind: 'textarea' }],
      done: msg`The note was saved`,
    },
    close: {
      label: msg({ context: 'mall', message: 'Close the order' }),
      icon: 'close',
      input: [{ of: 'reason', label: msg`Reason` }],
      done: msg`The order was closed`,
    },
  },
  slots: { peek: ({ row }) => <OrderPeek order={row} /> },
})
