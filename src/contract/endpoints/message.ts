// Alarms' timelines, what waits for a person, files of tasks.
import * as z from 'zod/mini'
import { alarm, alarmEvent } from '../../domain/alarm/alarm.ts'
import { id, moment } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { cardIssuedNotice } from '../messages.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)

export const alarmTimeline = endpoint({
  service: 'message',
  method: 'GET',
  path: 'alarm/timeline',
  access: 'alarm.read',
  summary: 'What happened to an alarm, oldest first',
  request: z.strictObject({ id: idInQuery }),
  response: z.array(alarmEvent),
})

/** Asked on every (re)connect: the SOS nobody has taken, the cards the person has not confirmed, the counts of the bar. */
export const pendingNotices = endpoint({
  service: 'message',
  method: 'GET',
  path: 'message/pending',
  access: 'session',
  summary: 'SOS that nobody has taken and card notices not confirmed, oldest first',
  request: z.strictObject({}),
  response: z.object({
    sos: z.array(wireOf(alarm.schema) as z.ZodMiniType<z.output<typeof alarm.schema>, unknown>),
    cards: z.array(z.object({ id, notice: cardIssuedNotice, at: moment })),
    /** Alarms that nobody has handled, taken ones included: what the list counts as open. */
    openAlarms: z.int(),
    at: moment,
  }),
})

export const confirmCards = endpoint({
  service: 'message',
  method: 'POST',
  path: 'message/confirmCards',
  access: 'session',
  summary: 'Mark card-issued notices as seen by the calling person',
  idempotent: true,
  request: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(200)) }),
  response: z.null(),
})

export const taskFile = endpoint({
  service: 'message',
  method: 'GET',
  path: 'task/file',
  access: 'task.read',
  summary: 'The file of a finished task of the calling person',
  file: true,
  request: z.strictObject({ id: idInQuery }),
  response: z.unknown(),
})
