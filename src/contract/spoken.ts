// The websocket of the spoken notices (real-time specification, section 9).
import * as z from 'zod/mini'
import { moment } from '../domain/fields.ts'

/** All that a console ever sends on it. */
export const spokenPing = z.strictObject({ type: z.literal('ping') })
/** The answer to a ping, as it stands: no JSON. */
export const PONG = 'pong'

/** Something to be said aloud. `author` is null for what nobody wrote, an SOS for example. */
export const spokenNotice = z.object({
  type: z.optional(z.string()),
  msgContent: z.string().check(z.minLength(1)),
  at: z.optional(moment),
  id: z.optional(z.string()),
  author: z.optional(z.nullable(z.string())),
})
export type SpokenNotice = z.output<typeof spokenNotice>

/** Address of one connection attempt; the ticket is used up by it. */
export const spokenAddress = (url: string, userId: number, ticket: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}userId=${userId}&ticket=${encodeURIComponent(ticket)}`
