// What was counted: statistics of alarms, results of reports, measured values as a file, errors of imports.
import * as z from 'zod/mini'
import { alarmType, severity } from '../../domain/alarm/alarm-types.ts'
import { deviceKind } from '../../domain/device/device.ts'
import { readingKind } from '../../domain/device/readings.ts'
import { id, imei, moment, several, zoneName } from '../../domain/fields.ts'
import { reportQuestion } from '../../domain/report/report.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const time = inQuery(16, moment)
const idInQuery = inQuery(15, id)

/**
 * Alarms from `from` (included) to `to` (not), at most 400 days, by hours at most 31. Those of test windows are counted
 * apart. Days begin in `zone`, also across a change of its clocks.
 */
export const alarmStatistics = endpoint({
  service: 'message',
  method: 'GET',
  path: 'alarm/statistics',
  cost: 'report',
  access: 'alarm.read',
  summary: 'Alarms of a period by type, severity, time and place',
  request: z.strictObject({
    from: time,
    to: time,
    zone: zoneName,
    by: z.enum(['hour', 'day', 'week', 'month']),
    deviceKind: z.optional(deviceKind),
    departmentId: z.optional(idInQuery),
    type: z.optional(wireOf(alarmType)),
  }),
  response: wireOf(
    z.object({
      total: z.int(),
      open: z.int(),
      onTest: z.int(),
      /** Median milliseconds, to the second, from raising to acknowledging and to handling; null: none was. */
      acknowledgeMs: z.nullable(z.int()),
      handleMs: z.nullable(z.int()),
      byType: z.array(z.object({ type: alarmType, count: z.int() })),
      bySeverity: z.array(z.object({ severity, count: z.int() })),
      /** The 20 with most. */
      byPlace: z.array(z.object({ place: z.nullable(z.string()), count: z.int() })),
      byDevice: z.array(z.object({ imei: z.string(), name: z.string(), count: z.int() })),
      /** Beginning of each bucket, gaps filled. */
      series: z.array(
        z.object({
          at: moment,
          critical: z.int(),
          warning: z.int(),
          attention: z.int(),
          info: z.int(),
        }),
      ),
      /** Counts by day of the week (1 Monday) and hour of the day. */
      byHour: z.array(z.object({ day: z.int(), hour: z.int(), count: z.int() })),
    }),
  ),
})

/** The result of a question, stored or not: rows for a table, series for a chart. */
export const reportResult = endpoint({
  service: 'message',
  method: 'POST',
  path: 'report/result',
  cost: 'report',
  access: 'report.read',
  summary: 'Answer a report question',
  request: z.strictObject(reportQuestion),
  response: z.object({
    from: moment,
    to: moment,
    /** What a row is about: a moment for breakdowns by time, else a word, a name, or null for "none". */
    rows: z.array(
      z.object({
        key: z.union([z.int(), z.string(), z.null()]),
        split: z.union([z.int(), z.string(), z.null()]),
        value: z.number(),
        /** Only for readings: lowest, highest, how many. */
        least: z.optional(z.number()),
        most: z.optional(z.number()),
        count: z.optional(z.int()),
      }),
    ),
    /** Unit of the values: `count`, `minutes`, `fen`, or a reading's. */
    unit: z.string(),
    cut: z.boolean(),
  }),
})

export const exportReadings = endpoint({
  service: 'device',
  method: 'POST',
  path: 'reading/export',
  cost: 'task',
  access: 'device.export',
  summary: 'Measured values of devices as a file, as a task',
  idempotent: true,
  request: z.strictObject({
    imeis: several(imei, 20).check(z.minLength(1, { error: 'nothingSelected' })),
    kinds: several(readingKind, 21).check(z.minLength(1, { error: 'nothingSelected' })),
    from: moment,
    to: moment,
    format: z.enum(['csv', 'xlsx']),
    /** Headings in the language of the person, by reading and for device, IMEI and time. */
    words: z.record(z.string(), z.string().check(z.maxLength(100))),
    /** IANA name: times in the file are those of its clocks. */
    zone: zoneName,
  }),
  response: z.object({ taskId: id }),
})

export const taskErrors = endpoint({
  service: 'message',
  method: 'GET',
  path: 'task/errors',
  access: 'task.read',
  summary: 'The refused rows of an import with the reason beside each',
  file: true,
  request: z.strictObject({ id: idInQuery }),
  response: z.unknown(),
})
