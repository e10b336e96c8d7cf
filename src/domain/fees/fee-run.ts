// Runs: the bills of a community for a month, looked at first and then made, once.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { taskState } from '../task/task.ts'
import { writtenMonth } from './month-bill.ts'

export const feeRunState = z.enum(['draft', 'issuing', 'issued'])

const heading = nonEmpty(60)

const fields = { communityId: id, month: writtenMonth, dueOn: localDate }

/** What the columns of a run's file are called in the language of who issues it. */
export const fileHeadings = z.object({
  room: heading,
  month: heading,
  amount: heading,
  orderNumber: heading,
})

export const feeRun = defineEntity({
  key: 'feeRun',
  service: 'pay',
  permission: 'feeRun',
  grants: { menu: 'feeRuns', property: ['read', 'save', 'remove', 'issue', 'export'] },
  page: {
    path: '/feeRuns',
    layout: 'console',
    titleZh: '账单出账',
    titleEn: 'Fee runs',
    directory: 'Community',
    after: 'meters',
    icon: 'bill',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    communityName: z.string(),
    state: feeRunState,
    /** Rooms with a bill; while it is issued, out of how many. */
    done: z.int(),
    rooms: z.int(),
    /** Fen, of all bills, and of those that are paid. */
    amount: z.int(),
    paid: z.int(),
    taskId: z.nullable(id),
    taskState: z.nullable(taskState),
    issuedAt: z.nullable(moment),
    issuedByName: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: { communityId: 'equals', state: 'oneOf', month: 'equals' },
  sorts: ['month', 'amount', 'createdAt'],
  defaultSort: '-month',
  search: ['communityName', 'month'],
  countBy: 'state',
  refs: { communityId: { entity: 'community', label: 'communityName' } },
  shownIn: ['feeBill', 'meterReading'],
  removable: true,
  commands: {
    /** Names what the preview showed: bills that have changed since are looked at anew. */
    issue: {
      permission: 'feeRun.issue',
      byHand: true,
      asSeen: true,
      input: z.object({
        rooms: z.int().check(z.nonnegative()),
        amount: z.int().check(z.nonnegative()),
        headings: z.optional(fileHeadings),
      }),
      hindrance: ({ state, taskState: ended }) =>
        stepUnless(
          state === 'draft' || (state === 'issuing' && (ended === 'failed' || ended === 'timeout')),
          'state',
        ),
    },
  },
})
