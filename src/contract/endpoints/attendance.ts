// What the console asks of attendance beyond the generic endpoints: months as a grid, one day with its evidence, who was late
// or absent, and who punched where.
import * as z from 'zod/mini'
import { correctionState } from '../../domain/attendance/correction.ts'
import { sixStates } from '../../domain/attendance/judge-day.ts'
import { punchSource } from '../../domain/attendance/punch.ts'
import { trusts } from '../../domain/attendance/punch-standing.ts'
import { slotName, weekKind } from '../../domain/attendance/slots.ts'
import { id, localDate, moment } from '../../domain/fields.ts'
import { leaveKind } from '../../domain/leave/leave-kind.ts'
import { WRITTEN_MONTH } from '../../domain/limits.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const service = 'user' as const
const idInQuery = inQuery(15, id)
const month = z.string().check(z.regex(WRITTEN_MONTH, { error: 'format' }))
const code = z.nullable(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]))

/** Most people of one month's grid. */
export const MOST_PEOPLE = 5_000

const monthDay = z.object({
  day: localDate,
  /** What the calendar says apart from the week. */
  exception: z.nullable(z.enum(['rest', 'work'])),
  /** Kind of the week by the rule that most people go by; null without one. */
  week: z.nullable(weekKind),
})

const sums = {
  /** Eight characters for each day of the month, see `unpackCell`. */
  cells: z.string(),
  worth: z.number(),
  late: z.int(),
  early: z.int(),
  absent: z.int(),
}

export const attendanceMonth = endpoint({
  service,
  method: 'GET',
  path: 'attendance/month',
  access: 'attendance.read',
  summary: 'The days of all people in a month, packed',
  request: z.strictObject({ month, departmentId: z.optional(idInQuery) }),
  response: z.object({
    month,
    today: localDate,
    closed: z.boolean(),
    days: z.array(monthDay),
    people: z.array(
      z.object({
        workerId: id,
        name: z.string(),
        trade: z.nullable(z.string()),
        departmentName: z.nullable(z.string()),
        ...sums,
        /** Corrections that wait. */
        waiting: z.int(),
      }),
    ),
  }),
})

/** The person's own month, where their login belongs to somebody at work. */
export const ownMonth = endpoint({
  service,
  method: 'GET',
  path: 'attendance/mine',
  access: 'punch.read',
  summary: 'The days of one’s own month, packed',
  request: z.strictObject({ month }),
  response: z.object({
    month,
    today: localDate,
    closed: z.boolean(),
    days: z.array(monthDay),
    worker: z.nullable(z.object({ id, name: z.string(), ...sums })),
  }),
})

export const punchEvidence = z.object({
  id,
  source: punchSource,
  at: moment,
  claimedAt: moment,
  receivedAt: moment,
  offsetMs: z.nullable(z.int()),
  trust: z.enum(trusts),
  place: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  accuracyMetres: z.nullable(z.number()),
})

export const correctionOfDay = z.object({
  id,
  version: z.int(),
  slot: z.enum(sixStates),
  at: moment,
  reason: z.string(),
  state: correctionState,
  askedBy: z.string(),
  createdAt: moment,
  decidedBy: z.nullable(z.string()),
  answer: z.nullable(z.string()),
})

/** One person's day: what was asked, what was found, and everything that speaks for it. Of others only with `attendance.read`. */
export const attendanceOfDay = endpoint({
  service,
  method: 'GET',
  path: 'attendance/day',
  access: 'punch.read',
  summary: 'One day of one person with its evidence',
  request: z.strictObject({ workerId: idInQuery, day: localDate }),
  response: z.object({
    workerId: id,
    name: z.string(),
    trade: z.nullable(z.string()),
    day: localDate,
    /** Null: nobody asks anything of this day. */
    rule: z.nullable(z.object({ name: z.string(), version: z.int(), zone: z.string() })),
    kind: z.enum(['work', 'rest', 'leave']),
    /** Moments, in the order of the day. */
    slots: z.array(z.object({ name: slotName, from: moment, start: moment, end: moment, until: moment })),
    /** By `sixStates`. */
    states: z.array(code),
    pending: z.array(z.boolean()),
    times: z.array(z.nullable(moment)),
    minutesOff: z.array(z.nullable(z.int())),
    leave: z.nullable(leaveKind),
    conflict: z.boolean(),
    phase: z.nullable(z.enum(['open', 'provisional', 'final'])),
    closed: z.boolean(),
    punches: z.array(punchEvidence),
    corrections: z.array(
      z.extend(correctionOfDay, {
        /** The approval that it waits in; null once it is decided. */
        caseId: z.nullable(id),
      }),
    ),
  }),
})

/** Most people of one report. */
export const MOST_REPORTED = 5_000

/** Who was late, left early or was absent from the first day to the last, worst first. */
export const attendanceFaults = endpoint({
  service,
  method: 'GET',
  path: 'attendance/faults',
  access: 'attendance.read',
  summary: 'People who were late, left early or were absent in a period',
  request: z.strictObject({
    kind: z.enum(['unpunctual', 'absent']),
    from: localDate,
    to: localDate,
    departmentId: z.optional(idInQuery),
  }),
  response: z.object({
    /** All people who were to come in the period. */
    people: z.int(),
    rows: z.array(
      z.object({
        workerId: id,
        name: z.string(),
        trade: z.nullable(z.string()),
        departmentName: z.nullable(z.string()),
        late: z.int(),
        lateMinutes: z.int(),
        early: z.int(),
        earlyMinutes: z.int(),
        absent: z.int(),
        days: z.array(localDate),
      }),
    ),
  }),
})

/** Most punches of one map. */
export const MOST_PLACES = 5_000

export const punchPlaces = endpoint({
  service,
  method: 'GET',
  path: 'attendance/places',
  access: 'attendance.read',
  summary: 'Who punched where on a day, by the calendar of the tenant',
  request: z.strictObject({ day: localDate, departmentId: z.optional(idInQuery) }),
  response: z.array(
    z.object({
      ...punchEvidence.shape,
      workerId: id,
      name: z.string(),
      trade: z.nullable(z.string()),
      outcome: z.nullable(z.string()),
    }),
  ),
})
