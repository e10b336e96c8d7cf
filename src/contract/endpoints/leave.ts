// What the console asks of leave beyond the generic endpoints.
import * as z from 'zod/mini'
import { id, localDate } from '../../domain/fields.ts'
import { leaveKind } from '../../domain/leave/leave-kind.ts'
import { half, leaveState } from '../../domain/leave/leave-request.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

/** What of each kind a person has had and has left in the calendar year that runs; their own without an id. */
export const leaveBalance = endpoint({
  service: 'user',
  method: 'GET',
  path: 'leaveRequest/balance',
  access: 'leave.read',
  summary: 'Leave of a person in this year by kind: half days approved and asked for, days allowed',
  request: z.strictObject({ workerId: z.optional(inQuery(15, id)) }),
  response: z.object({
    /** Whose it is; null for who does not work here. */
    workerId: z.nullable(id),
    workerName: z.nullable(z.string()),
    kinds: z.array(
      z.object({
        kind: leaveKind,
        approvedHalves: z.int(),
        askedHalves: z.int(),
        /** Null: as many as are approved. */
        balanceDays: z.nullable(z.int()),
      }),
    ),
  }),
})

/** Most days of one answer. */
export const MOST_AWAY_DAYS = 31

/** Who is away, or has asked to be, on the days from `from` to `until`, both included; of the departments that the person sees. */
export const whoIsAway = endpoint({
  service: 'user',
  method: 'GET',
  path: 'leaveRequest/away',
  access: 'leave.others',
  summary: 'Who is away or has asked to be on the days of a period',
  request: z.strictObject({ from: localDate, until: localDate }),
  response: z.array(
    z.object({
      requestId: id,
      workerId: id,
      workerName: z.string(),
      kind: leaveKind,
      state: leaveState,
      days: z.array(z.object({ day: localDate, half: z.union([half, z.literal('whole')]) })),
    }),
  ),
})
