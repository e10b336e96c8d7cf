// Words and looks of runs.
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { feeRun } from '../../domain/fees/fee-run.ts'
import { formatFen, Money } from '../../resource/money.tsx'
import { TodayField } from '../../resource/today-field.tsx'
import { viewOf } from '../../resource/view.ts'
import { FeeTabs } from './fee-tabs.tsx'
import { runStateWords } from './fee-words.ts'
import { MonthField } from './month-field.tsx'
import { type Run, RunPeek } from './run-peek.tsx'

const money = {
  align: 'end',
  width: 130,
  render: (fen: number) => <Money fen={fen} />,
  text: (fen: number, locale: string) => `\u2066${formatFen(fen, locale)}\u2069`,
} as const

export const feeRunView = viewOf(feeRun, {
  title: msg({ context: 'page', message: 'Fee runs' }),
  titleOne: msg`Fee run`,
  icon: 'bill',
  add: msg`Prepare a month`,
  nameOf: 'month',
  removeQuestion: msg`Delete the run? No bills were made with it.`,
  empty: {
    title: msg`No month was billed yet`,
    why: msg`Prepare a month: you see what its bills come to and what is odd before anything is issued.`,
    icon: 'bill',
  },
  columns: [
    {
      of: 'month',
      label: msg`Month`,
      type: 'name',
      icon: () => 'calendar',
      width: 130,
      fixed: 'left',
      required: true,
    },
    { of: 'communityName', label: msg`Community`, width: 170 },
    { of: 'state', label: msg`State`, width: 150 },
    { of: 'done', label: msg`Rooms billed`, align: 'end', width: 120 },
    { of: 'amount', label: msg`Amount`, ...money },
    { of: 'paid', label: msg`Of these, paid`, ...money },
    { of: 'dueOn', label: msg`Due by`, width: 120 },
    { of: 'issuedAt', label: msg`Issued at`, type: 'date', width: 160, quiet: true },
    { of: 'issuedByName', label: msg`Issued by`, width: 120, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'bill',
    title: 'month',
    state: 'state',
    detail: ['communityName', 'amount', 'done'],
  },
  words: { state: runStateWords },
  filters: { state: msg`State`, communityId: msg`Community`, month: msg`Month` },
  editable: row => row.state === 'draft',
  form: [
    { of: 'communityId', label: msg`Community` },
    { of: 'month', label: msg`Month`, render: control => <MonthField control={control} /> },
    { of: 'dueOn', label: msg`Due by`, render: control => <TodayField control={control} name="dueOn" /> },
  ],
  slots: {
    listHeader: () => <FeeTabs current="runs" />,
    peek: Peek,
  },
})

/** The panel issues by the view's own command. */
function Peek({ row }: { row: Run }): ReactNode {
  return <RunPeek run={row} view={feeRunView} />
}
