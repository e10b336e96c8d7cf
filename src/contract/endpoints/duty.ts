// What the console asks of the roster beyond the generic endpoints: a week copied, a week published, what a shift was like.
import * as z from 'zod/mini'
import { alarmType } from '../../domain/alarm/alarm-types.ts'
import { deviceKind } from '../../domain/device/device.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { recordState } from '../../domain/duty/duty-record.ts'
import { LONGEST_SHIFT_MS, shiftHandover } from '../../domain/duty/duty-shift.ts'
import { id, localDate, moment } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

/** A week has up to 169 hours where the clocks are set back. */
const LONGEST_MS = 8 * DAY_MS

const period = z.strictObject({ startsAt: moment, endsAt: moment }).check(
  z.refine(({ startsAt, endsAt }) => endsAt > startsAt, { error: 'periodOrder', path: ['endsAt'] }),
  z.refine(({ startsAt, endsAt }) => endsAt - startsAt <= LONGEST_MS, {
    error: 'tooBig',
    path: ['endsAt'],
  }),
)

/** Publishes the drafts that begin in the period, all or none: `field.overlap` names who would stand in two places. */
export const publishDuty = endpoint({
  service: 'user',
  method: 'POST',
  path: 'duty/publish',
  access: 'dutyShift.save',
  summary: 'Publish the drafts of the roster that begin in a period',
  request: period,
  response: z.object({ published: z.int() }),
})

/** Copies the shifts of the seven days before the period into it, as drafts at the same times of the clock; none twice. */
export const copyDuty = endpoint({
  service: 'user',
  method: 'POST',
  path: 'duty/copy',
  access: 'dutyShift.save',
  summary: 'Copy the roster of the week before into a period, as drafts',
  request: period,
  response: z.object({ copied: z.int() }),
})

/** Rows of a part that the report has; their number is that of all. */
export const MOST_REPORTED = 200

const named = z.nullable(z.string())
const whole = z.int().check(z.nonnegative())
/** Milliseconds from the alarm. */
const waits = z.object({ count: whole, median: z.nullable(whole), longest: z.nullable(whole) })
const part = <Row extends z.ZodMiniType>(row: Row) =>
  z.nullable(z.object({ total: whole, list: z.array(row) }))

const spanInQuery = z.strictObject({ startsAt: inQuery(15, moment), endsAt: inQuery(15, moment) }).check(
  z.refine(({ startsAt, endsAt }) => endsAt > startsAt, { error: 'periodOrder', path: ['endsAt'] }),
  z.refine(({ startsAt, endsAt }) => endsAt - startsAt <= LONGEST_SHIFT_MS, {
    error: 'tooBig',
    path: ['endsAt'],
  }),
)

/** A part is null for who may not read what it is made of; the rows of each are those that the person sees in its list. */
export const shiftReport = endpoint({
  service: 'user',
  method: 'GET',
  path: 'duty/report',
  access: 'dutyRecord.read',
  summary: 'What happened in a shift, and what it hands on',
  request: spanInQuery,
  response: wireOf(
    z.object({
      startsAt: moment,
      endsAt: moment,
      /** When it was put together: before `endsAt` it says how things stand so far. */
      at: moment,
      onDuty: part(
        z.object({
          id,
          workerName: named,
          postName: named,
          startsAt: moment,
          endsAt: moment,
          handover: shiftHandover,
        }),
      ),
      /** Each kind, those on test left aside. */
      alarms: z.nullable(
        z.array(z.object({ type: alarmType, count: whole, taken: waits, closed: waits, open: whole })),
      ),
      sos: part(
        z.object({
          id,
          raisedAt: moment,
          deviceName: z.string(),
          wearerName: named,
          place: named,
          takenBy: named,
          takenAt: z.nullable(moment),
          handledBy: named,
          handledAt: z.nullable(moment),
          note: named,
        }),
      ),
      calls: z.nullable(
        z.object({
          answered: whole,
          missed: whole,
          list: z.array(z.object({ id, startedAt: moment, fromName: z.string(), roomNo: named })),
        }),
      ),
      work: part(z.object({ id, title: z.string(), assigneeName: named, dueOn: localDate })),
      runs: part(
        z.object({
          alarmId: id,
          type: alarmType,
          deviceName: z.string(),
          raisedAt: moment,
          steps: whole,
          done: whole,
          skipped: whole,
          lastAt: z.nullable(moment),
        }),
      ),
      /** Devices that went offline, the last time of each, and whether they are still. */
      quiet: part(
        z.object({
          id,
          imei: z.string(),
          name: z.string(),
          kind: deviceKind,
          place: named,
          at: moment,
          times: whole,
          still: z.boolean(),
        }),
      ),
      notes: part(
        z.object({
          id,
          area: z.string(),
          workerName: named,
          nextWorkerName: named,
          situation: z.string(),
          note: named,
          state: recordState,
        }),
      ),
    }),
  ),
})
