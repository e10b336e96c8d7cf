// Corrections: somebody was there and nothing says so. Approved, one adds a punch; none is ever changed.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { sixStates } from './judge-day.ts'
import { ownMonthGrants } from './punch.ts'

export const correctionState = z.enum(['pending', 'returned', 'approved', 'rejected', 'withdrawn'])
export type CorrectionState = z.output<typeof correctionState>

const asked = {
  day: localDate,
  /** Which of the six it is about. */
  slot: z.enum(sixStates),
  /** When the person was there. */
  at: moment,
  reason: nonEmpty(300),
  /** A picture that shows it, as it was uploaded. */
  evidence: z.optional(z.nullable(text(200))),
}

export const attendanceCorrection = defineEntity({
  key: 'attendanceCorrection',
  service: 'user',
  permission: 'attendanceCorrection',
  grants: ownMonthGrants,
  offline: 'read',
  owner: 'tenant',
  waitsNew: true,
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...asked,
    workerId: id,
    workerName: z.optional(z.nullable(z.string())),
    departmentId: z.nullable(id),
    state: correctionState,
    askedBy: z.string(),
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    answer: z.nullable(z.string()),
  }),
  write: z.object({ ...asked, workerId: z.optional(z.nullable(id)) }),
  filters: { workerId: 'equals', state: 'oneOf', day: 'range' },
  sorts: ['day', 'createdAt'],
  defaultSort: '-createdAt',
  search: ['workerName', 'reason'],
  countBy: 'state',
  department: 'departmentId',
  refs: { workerId: { entity: 'worker', label: 'workerName' } },
  removable: false,
  commands: {
    withdraw: {
      permission: 'attendanceCorrection.save',
      hindrance: ({ state }) => stepUnless(state === 'pending' || state === 'returned', 'state'),
    },
  },
})
