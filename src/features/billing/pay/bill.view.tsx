// Words and looks of bills: the list of the platform and of a tenant, the panel beside it.
import { msg } from '@lingui/core/macro'
import { bill } from '../../../domain/billing/bill.ts'
import { formatFen, Money } from '../../../resource/money.tsx'
import { payWords, wayWords } from '../../../resource/pay-words.ts'
import { type View, viewOf } from '../../../resource/view.ts'
import { carrierWords } from '../sim-cards/sim-card-words.ts'
import { BillBadges, BillPay, BillPeek } from './bill-peek.tsx'
import { BillSums } from './bill-sums.tsx'
import { kindIcons, kindWords, platformWords } from './bill-words.ts'
import { PayMark } from './pay-mark.tsx'
import { ReasonText } from './reason-text.tsx'
import { WhoseBills } from './whose-bills.tsx'

export const billView = viewOf(bill, {
  title: msg`Bills`,
  titleOne: msg`Bill`,
  icon: 'bill',
  nameOf: 'subject',
  identifier: 'orderNumber',
  empty: {
    title: msg`No bills yet`,
    why: msg`A bill appears for every package and every top-up that somebody orders.`,
    icon: 'bill',
  },
  columns: [
    {
      of: 'orderNumber',
      label: msg`Order number`,
      type: 'name',
      icon: row => kindIcons[row.kind],
      width: 250,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`Status`, width: 124 },
    {
      of: 'amount',
      label: msg`Amount`,
      width: 120,
      align: 'end',
      render: value => <Money fen={value} />,
      // Isolated: beside Arabic words it stays left to right.
      text: (fen, locale) => `\u2066${formatFen(fen, locale)}\u2069`,
    },
    { of: 'kind', label: msg`Purpose`, width: 160 },
    { of: 'subject', label: msg`For`, type: 'code', width: 190 },
    { of: 'packageName', label: msg`Package`, width: 150 },
    { of: 'way', label: msg`Method`, width: 170, render: value => value && <PayMark way={value} /> },
    { of: 'platformState', label: msg`Platform status`, width: 172 },
    { of: 'userName', label: msg`Ordered by`, width: 120 },
    { of: 'createdAt', label: msg`Ordered at`, type: 'date', width: 160, quiet: true },
    { of: 'paidAt', label: msg`Paid at`, type: 'date', width: 160, quiet: true },
    { of: 'iccid', label: msg`ICCID`, width: 190, quiet: true, hidden: true },
    { of: 'carrier', label: msg`Carrier`, width: 136 },
    { of: 'tradeNumber', label: msg`Payment number`, width: 230, quiet: true, hidden: true },
    {
      of: 'reason',
      label: msg`Reason`,
      width: 180,
      quiet: true,
      hidden: true,
      render: value => value && <ReasonText reason={value} />,
    },
    { of: 'deliveredAt', label: msg`Delivered at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'refundedAt', label: msg`Refunded at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'closesAt', label: msg`Pay until`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: row => kindIcons[row.kind],
    title: 'subject',
    state: 'state',
    detail: ['amount', 'kind', 'packageName'],
    age: 'createdAt',
  },
  words: {
    state: payWords,
    kind: kindWords,
    way: wayWords,
    platformState: platformWords,
    carrier: carrierWords,
  },
  filters: {
    state: msg`Status`,
    kind: msg`Purpose`,
    way: msg`Method`,
    platformState: msg`Platform status`,
    orderNumber: msg`Order number`,
    subject: msg`For`,
    userId: msg`Ordered by`,
    createdAt: msg`Ordered at`,
    paidAt: msg`Paid at`,
  },
  actions: {
    close: {
      label: msg`Close order`,
      icon: 'close',
      confirm: msg`Close the order? It can no longer be paid; money that still comes goes back.`,
      done: msg`The order is closed`,
      critical: true,
    },
    refund: {
      label: msg`Refund`,
      icon: 'undo',
      confirm: msg`Pay the money back? What was delivered is taken back as far as that is possible.`,
      done: msg`The refund is on its way`,
      critical: true,
    },
  },
  slots: {
    listHeader: () => <BillSums />,
    badges: ({ row }) => <BillBadges bill={row} />,
    actions: ({ row }) => <BillPay bill={row} />,
    peek: ({ row }) => <BillPeek bill={row} />,
  },
})

/** The same bills for those who order: theirs first, from here to the payment. */
export const myBillView: View = {
  ...billView,
  title: msg`My bills`,
  slots: {
    ...billView.slots,
    listHeader: () => (
      <>
        <WhoseBills />
        <BillSums />
      </>
    ),
  },
}
