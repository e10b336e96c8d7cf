// A room's bill of a month. It is never changed: what was wrong is set right by a line of the next one.
import * as z from 'zod/mini'
import { payState } from '../billing/pay-state.ts'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { arrearsAge } from './arrears.ts'
import { writtenMonth } from './month-bill.ts'

export const feeBill = defineEntity({
  key: 'feeBill',
  service: 'pay',
  permission: 'feeBill',
  grants: { menu: 'arrears', property: ['read', 'export', 'correct'] },
  page: {
    path: '/arrears',
    layout: 'console',
    titleZh: '欠费账龄',
    titleEn: 'Arrears',
    directory: 'Community',
    after: 'feeRuns',
    icon: 'clock',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    runId: id,
    communityId: id,
    communityName: z.string(),
    roomId: id,
    roomName: z.string(),
    month: writtenMonth,
    /** Fen. */
    amount: z.int(),
    dueOn: localDate,
    state: payState,
    /** How long it has been owed; null once it is not. */
    age: z.nullable(arrearsAge),
    /** The bill of the payments; null where nothing was to be paid. */
    billId: z.nullable(id),
    orderNumber: z.nullable(z.string()),
    paidAt: z.nullable(moment),
    reminders: z.int(),
    remindedAt: z.nullable(moment),
  }),
  filters: {
    communityId: 'equals',
    roomId: 'equals',
    runId: 'equals',
    roomName: 'contains',
    month: 'equals',
    state: 'oneOf',
    age: 'oneOf',
    dueOn: 'range',
  },
  sorts: ['dueOn', 'amount', 'month', 'roomName', 'paidAt', 'createdAt'],
  defaultSort: '-dueOn',
  search: ['roomName', 'communityName', 'orderNumber'],
  countBy: 'age',
  refs: { communityId: { entity: 'community', label: 'communityName' } },
  shownIn: ['feeRun'],
  removable: false,
  commands: {
    /** Fen that the next bill has more, or less. */
    correct: {
      permission: 'feeBill.correct',
      byHand: true,
      input: z.object({
        amount: z.int().check(
          z.minimum(-100_000_000),
          z.maximum(100_000_000),
          z.refine(fen => fen !== 0, { error: 'required' }),
        ),
        reason: nonEmpty(200),
      }),
    },
  },
})
