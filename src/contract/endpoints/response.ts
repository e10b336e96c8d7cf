// What the console asks of response cards beyond the generic endpoints: the card of one alarm, how long steps take.
import * as z from 'zod/mini'
import { alarmType } from '../../domain/alarm/alarm-types.ts'
import { id } from '../../domain/fields.ts'
import { responseRun } from '../../domain/response/response-run.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

export const alarmResponse = endpoint({
  service: 'message',
  method: 'GET',
  path: 'alarm/response',
  access: 'alarm.read',
  summary:
    'The response card of an alarm with what was said of its steps; null where there is no card for it',
  request: z.strictObject({ id: inQuery(15, id) }),
  response: z.nullable(responseRun),
})

export const responseTimes = endpoint({
  service: 'message',
  method: 'GET',
  path: 'responseCard/times',
  access: 'responseCard.read',
  summary: 'How long after the alarm the steps of response cards were done in the last 90 days',
  request: z.strictObject({}),
  response: wireOf(
    z.array(
      z.object({
        type: alarmType,
        step: z.string(),
        /** How often it was done. */
        count: z.int(),
        /** Milliseconds from the alarm: the half, and nine of ten. */
        median: z.number(),
        ninety: z.number(),
      }),
    ),
  ),
})
