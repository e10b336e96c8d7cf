// The websocket of the spoken notices (real-time specification, section 9).
import * as z from 'zod/mini'
import { alarmType, severity } from '../domain/alarm/alarm-types.ts'
import { id, moment } from '../domain/fields.ts'

/** All that a console ever sends on it. */
export const spokenPing = z.strictObject({ type: z.literal('ping') })
/** The answer to a ping, as it stands: no JSON. */
export const PONG = 'pong'

/** An alarm that is said aloud, in parts: what is shown of it is worded by the console, in its reader's language. */
export const spokenAlarm = z.object({
  id,
  type: alarmType,
  severity,
  why: z.enum(['raised', 'repeated', 'escalated', 'assigned']),
  who: z.string(),
  /** Place or fence; else building, unit and room. */
  where: z.array(z.string()),
  /** How often it has been told, this time included. */
  times: z.int(),
})
export type SpokenAlarm = z.output<typeof spokenAlarm>

/** Something to be said aloud, in Chinese where it is about an alarm. `author` is null for what nobody wrote. */
export const spokenNotice = z.object({
  type: z.optional(z.string()),
  msgContent: z.string().check(z.minLength(1)),
  at: z.optional(moment),
  id: z.optional(z.string()),
  author: z.optional(z.nullable(z.string())),
  alarm: z.optional(spokenAlarm),
})
export type SpokenNotice = z.output<typeof spokenNotice>

/** Address of one connection attempt; the ticket is used up by it. */
export const spokenAddress = (url: string, userId: number, ticket: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}userId=${userId}&ticket=${encodeURIComponent(ticket)}`
