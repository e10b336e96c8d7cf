// Leave that somebody asks for: who, of which kind, from which half day until which, and what became of it.
import * as z from 'zod/mini'
import { imageAddress } from '../device/sku.ts'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { leaveKind } from './leave-kind.ts'

/** Returned: whoever asked changes it and asks again. Cancelled: it was approved, and its end from the beginning, too. */
export const leaveState = z.enum(['pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled'])
export type LeaveState = z.output<typeof leaveState>

export const half = z.enum(['am', 'pm'])

const fields = {
  /** Whose leave it is; the one who asks unless said otherwise. */
  workerId: z.optional(id),
  kind: leaveKind,
  fromDay: localDate,
  fromHalf: half,
  untilDay: localDate,
  untilHalf: half,
  reason: nonEmpty(500),
  /** Address of an uploaded picture. */
  evidence: z.optional(z.nullable(z.union([imageAddress, z.literal('')]))),
}

export const leaveRequest = defineEntity({
  key: 'leaveRequest',
  service: 'user',
  permission: 'leave',
  grants: {
    menu: 'leave',
    property: ['read', 'save', 'others', 'export'],
    duty: ['read', 'save', 'others'],
    patrol: ['read', 'save'],
  },
  page: {
    path: '/leave',
    layout: 'console',
    titleZh: '请假',
    titleEn: 'Leave',
    directory: 'People',
    icon: 'clock',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    workerId: id,
    evidence: z.nullable(z.string()),
    workerName: z.string(),
    departmentId: z.nullable(id),
    departmentName: z.optional(z.nullable(z.string())),
    state: leaveState,
    /** Half days that count. */
    halfDays: z.int(),
    /** Why it was returned or rejected, as whoever did wrote it. */
    decision: z.nullable(z.string()),
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    /** Its end before its time was asked for: the last half day of the leave, or none when it is given back as a whole. */
    ending: z.nullable(z.enum(['cancel', 'return'])),
    endDay: z.nullable(localDate),
    endHalf: z.nullable(half),
    endReason: z.nullable(z.string()),
    /** Login of the person; null for who has none. */
    workerAccountId: z.nullable(id),
  }),
  write: z.object(fields),
  filters: {
    workerId: 'equals',
    kind: 'oneOf',
    state: 'oneOf',
    departmentId: 'equals',
    workerAccountId: 'equals',
    fromDay: 'range',
    untilDay: 'range',
    workerName: 'contains',
  },
  sorts: ['fromDay', 'untilDay', 'createdAt', 'kind', 'state', 'workerName'],
  defaultSort: '-fromDay',
  search: ['workerName', 'reason'],
  countBy: 'state',
  refs: { workerId: { entity: 'worker', label: 'workerName' } },
  removable: false,
  commands: {
    withdraw: {
      permission: 'leave.save',
      asSeen: true,
      hindrance: ({ state }) => stepUnless(state === 'pending' || state === 'returned'),
    },
    /** Gives an approved leave back as a whole; approved like the leave itself. */
    cancel: {
      permission: 'leave.save',
      byHand: true,
      asSeen: true,
      input: z.object({ reason: nonEmpty(500) }),
      hindrance: ({ state, ending }) => stepUnless(state === 'approved' && ending === null),
    },
    /** Ends an approved leave early: the half day that is its last one now. */
    comeBack: {
      permission: 'leave.save',
      byHand: true,
      asSeen: true,
      input: z.object({ endDay: localDate, endHalf: half, reason: nonEmpty(500) }),
      hindrance: ({ state, ending }) => stepUnless(state === 'approved' && ending === null),
    },
    stay: {
      permission: 'leave.save',
      asSeen: true,
      hindrance: ({ ending }) => stepUnless(ending !== null),
    },
  },
})
