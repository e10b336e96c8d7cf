// Words and looks of the bills of rooms.
import { msg } from '@lingui/core/macro'
import { feeBill } from '../../domain/fees/fee-bill.ts'
import { formatFen, Money } from '../../resource/money.tsx'
import { type View, viewOf } from '../../resource/view.ts'
import { ArrearsSums } from './arrears-sums.tsx'
import { BillLines, BillPay } from './bill-lines.tsx'
import { FeeTabs } from './fee-tabs.tsx'
import { ageWords, payStateWords } from './fee-words.ts'
import { YuanField } from './yuan-field.tsx'

export const feeBillView = viewOf(feeBill, {
  title: msg`Bills of rooms`,
  titleOne: msg`Bill`,
  icon: 'bill',
  nameOf: 'roomName',
  identifier: 'orderNumber',
  empty: {
    title: msg`No bills`,
    why: msg`Bills are made by a run for a month.`,
    icon: 'bill',
  },
  columns: [
    {
      of: 'roomName',
      label: msg`Room`,
      type: 'name',
      icon: () => 'home',
      width: 190,
      fixed: 'left',
      required: true,
    },
    { of: 'month', label: msg`Month`, width: 110 },
    {
      of: 'amount',
      label: msg`Amount`,
      align: 'end',
      width: 130,
      render: fen => <Money fen={fen} />,
      text: (fen, locale) => `\u2066${formatFen(fen, locale)}\u2069`,
    },
    { of: 'state', label: msg`Status`, width: 120 },
    { of: 'age', label: msg`How late`, width: 190 },
    { of: 'dueOn', label: msg`Due by`, width: 120 },
    { of: 'communityName', label: msg`Community`, width: 150, quiet: true },
    { of: 'paidAt', label: msg`Paid at`, type: 'date', width: 160, quiet: true },
    { of: 'reminders', label: msg`Reminders`, align: 'end', width: 110, quiet: true },
    { of: 'remindedAt', label: msg`Reminded at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'orderNumber', label: msg`Order number`, type: 'code', width: 220, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'home', title: 'roomName', state: 'state', detail: ['month', 'amount', 'dueOn'] },
  words: { state: payStateWords, age: ageWords },
  filters: {
    age: msg`How late`,
    state: msg`Status`,
    communityId: msg`Community`,
    roomName: msg`Room`,
    month: msg`Month`,
    dueOn: msg`Due by`,
  },
  rowTone: row => (row.age === 'over90' ? 'critical' : undefined),
  actions: {
    correct: {
      label: msg`Correct on the next bill`,
      icon: 'edit',
      bulk: false,
      input: [
        {
          of: 'amount',
          label: msg`Yuan more, or less with a minus`,
          render: control => <YuanField control={control} name="amount" />,
        },
        { of: 'reason', label: msg`Reason` },
      ],
      done: msg`It is a line of the next bill`,
    },
  },
  slots: {
    listHeader: () => <FeeTabs current="bills" />,
    actions: ({ row }) => <BillPay bill={row} />,
    peek: ({ row }) => <BillLines bill={row} />,
  },
})

/** What is owed, the oldest first. */
export const arrearsView: View = {
  ...feeBillView,
  title: msg({ context: 'page', message: 'Arrears' }),
  within: { age: ['notDue', 'to30', 'to60', 'to90', 'over90'], sort: 'dueOn' },
  empty: { title: msg`Nothing is owed`, why: msg`All bills are paid.`, icon: 'check' },
  slots: {
    ...feeBillView.slots,
    listHeader: () => (
      <>
        <FeeTabs current="arrears" />
        <ArrearsSums />
      </>
    ),
  },
}
