// Alarms' timelines, what waits for a person, files of tasks.
import * as z from 'zod/mini'
import { alarm, alarmEvent } from '../../domain/alarm/alarm.ts'
import { chosenIds, id, moment, nonEmpty } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { cardIssuedNotice, directCall, incomingCall } from '../messages.ts'
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

/** Whom an alarm can be assigned to: people who may handle it and whose scope covers it, the caller included. */
export const alarmColleagues = endpoint({
  service: 'message',
  method: 'GET',
  path: 'alarm/colleagues',
  access: 'alarm.assign',
  summary: 'People who may be asked to see to an alarm, with how many they have already',
  request: z.strictObject({ id: idInQuery }),
  response: z.array(
    z.object({
      id,
      name: z.string(),
      departmentName: z.nullable(z.string()),
      /** Alarms not handled yet that they have taken or that are assigned to them. */
      inHand: z.int(),
    }),
  ),
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
    sos: z.array(wireOf(alarm.schema)),
    cards: z.array(z.object({ id, notice: cardIssuedNotice, at: moment })),
    /** Alarms that nobody has handled, taken ones included: what the list counts as open. */
    openAlarms: z.int(),
    /** Calls that ring now and that the person may answer, oldest first. */
    calls: z.array(incomingCall),
    directCalls: z.array(directCall),
    /** Rows of the message centre that the person has not read. */
    unreadNotices: z.int(),
    /** By the server's clock. */
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
  request: z.strictObject({ ids: chosenIds(200) }),
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

/** Everything unread in the message centre, or everything up to a moment, is read. */
export const readAllNotices = endpoint({
  service: 'message',
  method: 'POST',
  path: 'notice/readAll',
  access: 'notice.read',
  summary: 'Mark every notice of the calling person up to a moment as read',
  idempotent: true,
  request: z.strictObject({ until: moment }),
  response: z.object({ changed: z.int() }),
})

/** Says something aloud on the consoles of the tenant (real-time specification, section 9). */
export const speakNotice = endpoint({
  service: 'message',
  method: 'POST',
  path: 'spoken/send',
  access: 'notice.speak',
  summary: 'Speak a text aloud on the consoles of the own tenant',
  idempotent: true,
  request: z.strictObject({
    msgContent: nonEmpty(200),
    /** Only to people whose scope covers this department. */
    departmentId: z.optional(z.nullable(id)),
  }),
  response: z.object({ heardBy: z.int() }),
})

/** One connection attempt of the push service (socket.io) or of the spoken notices' websocket. */
export const socketTicket = endpoint({
  service: 'message',
  method: 'POST',
  path: 'message/socketTicket',
  access: 'session',
  summary: 'A short-lived ticket for the push service or the spoken notices',
  request: z.strictObject({}),
  response: z.object({
    userId: id,
    ticket: z.string(),
    expiresAt: moment,
    /** Address of the spoken notices' websocket. */
    spokenUrl: z.string(),
    /** Path of the push service. */
    pushPath: z.string(),
  }),
})

/** The push service's clients (real-time specification, section 7): people and the rooms of door units that are there. */
export const pushUsers = endpoint({
  service: 'message',
  method: 'GET',
  path: 'users.json',
  access: 'session',
  summary: 'Clients of the push service in the own scope; room clients are named ba_ and their room code',
  request: z.strictObject({}),
  response: z.array(z.object({ id: z.string(), name: z.string() })),
})
