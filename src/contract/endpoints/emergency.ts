// Emergencies beyond their list: the log, who can be asked, and those that an alarm belongs to.
import * as z from 'zod/mini'
import { textFailure, textState } from '../../domain/alarm/alarm-text.ts'
import { emergency } from '../../domain/emergency/emergency.ts'
import { logEntry, textFate } from '../../domain/emergency/emergency-log.ts'
import { id, moment } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)

const told = z.object({
  /** The line of the message. */
  entry: id,
  userId: id,
  name: z.string(),
  at: moment,
  times: z.int(),
  /** Ways by which it went out; `push` once a push service has taken it. */
  by: z.array(z.enum(['centre', 'push', 'spoken'])),
  /** All pushes so far have failed. */
  pushFailed: z.boolean(),
  /** By text message; null: none was wanted. */
  text: z.nullable(
    z.object({
      fate: textFate,
      /** Of the newest one; null: none was sent, or that is longer ago than it is kept. */
      state: z.nullable(textState),
      failure: z.nullable(textFailure),
    }),
  ),
  readAt: z.nullable(moment),
  confirmedAt: z.nullable(moment),
})
export type Told = z.output<typeof told>

const log = z.object({ entries: z.array(logEntry), told: z.array(told) })
export type EmergencyLog = z.output<typeof log>

export const emergencyLog = endpoint({
  service: 'message',
  method: 'GET',
  path: 'emergency/log',
  access: 'emergency.read',
  summary: 'The log of an emergency in the order in which things happened, and who was told by which message',
  request: z.strictObject({ id: idInQuery }),
  response: wireOf(log),
})

export const emergencyPeople = endpoint({
  service: 'message',
  method: 'GET',
  path: 'emergency/people',
  access: 'emergency.work',
  summary: 'People who may read an emergency: they can be given a role, told, and handed it over',
  request: z.strictObject({ id: idInQuery }),
  response: z.array(
    z.object({
      id,
      name: z.string(),
      /** Whether a text message can be sent to them, or why not. */
      text: z.enum(['able', 'noPhone', 'noCarrier']),
    }),
  ),
})

const brief = z.object({ id, title: emergency.schema.shape.title, state: emergency.schema.shape.state })

export const emergenciesOfAlarm = endpoint({
  service: 'message',
  method: 'GET',
  path: 'emergency/ofAlarm',
  access: 'emergency.read',
  summary: 'Emergencies that an alarm belongs to, and those near it that are not closed',
  request: z.strictObject({ id: idInQuery }),
  response: z.object({ of: z.array(brief), near: z.array(brief) }),
})
