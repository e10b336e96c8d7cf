// Web Push: subscriptions, receipts, acknowledging from a notification, and the board of who can be reached how.
import * as z from 'zod/mini'
import { id, moment, text } from '../../domain/fields.ts'
import { languages } from '../../domain/languages.ts'
import { BYTES_32 } from '../../domain/limits.ts'
import { wallState } from '../../domain/wall/wall.ts'
import { endpoint } from '../endpoint.ts'

/** What a push message carries, encrypted for one browser. Words are in the reader's language already. */
export const pushPayload = z.object({
  kind: z.enum(['sos', 'alarm', 'call', 'notice', 'test', 'gone']),
  /** Notifications of one event replace each other; `gone` closes the one of this tag. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** Words of the buttons, by action; absent actions are not offered. */
  actions: z.array(z.object({ action: z.enum(['acknowledge', 'open']), title: z.string() })),
  /** Address within the console that the notification opens. */
  open: z.string(),
  /** Proves a receipt; good for this delivery alone. */
  receipt: z.string(),
  /** Address that receipts go to. */
  receiptUrl: z.string(),
  /** What the notification says once somebody acknowledged from it; `{name}` in `faster` is the colleague. */
  answers: z.object({ taken: z.string(), faster: z.string(), notSent: z.string() }),
  lang: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  at: moment,
})
export type PushPayload = z.output<typeof pushPayload>

export const pushKey = endpoint({
  service: 'message',
  method: 'GET',
  path: 'push/key',
  access: 'session',
  summary: 'The public key that a browser subscribes with, and the own subscriptions',
  request: z.strictObject({}),
  response: z.object({
    publicKey: z.string(),
    subscriptions: z.array(
      z.object({
        id,
        /** Tells the own browser's from the others; never the whole address. */
        fingerprint: z.string(),
        label: z.string(),
        createdAt: moment,
        lastProvenAt: z.nullable(moment),
        failure: z.nullable(z.string()),
      }),
    ),
  }),
})

const address = z.string().check(z.maxLength(1_000), z.regex(/^https:\/\/[^\s]+$/))
const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,200}={0,2}$/))

export const subscribePush = endpoint({
  service: 'message',
  method: 'POST',
  path: 'push/subscribe',
  access: 'session',
  summary: 'Let the server reach this browser while the console is closed',
  request: z.strictObject({
    endpoint: address,
    p256dh: key,
    auth: key,
    label: text(120),
    language: z.enum(languages),
  }),
  response: z.object({ id }),
})

export const unsubscribePush = endpoint({
  service: 'message',
  method: 'POST',
  path: 'push/unsubscribe',
  access: 'session',
  summary: 'Forget one own subscription, by id or by its address',
  request: z.strictObject({ id: z.optional(id), endpoint: z.optional(address) }),
  response: z.null(),
})

/** Sends a test to every own channel, or as a supervisor to another person's. */
export const testChannels = endpoint({
  service: 'message',
  method: 'POST',
  path: 'push/test',
  access: 'session',
  summary: 'Send a test notification over every channel of a person',
  request: z.strictObject({ userId: z.optional(id) }),
  response: z.object({
    results: z.array(
      z.object({
        channel: z.enum(['console', 'push']),
        label: z.string(),
        sent: z.boolean(),
        /** `noService`: the push service cannot be reached from here. */
        failure: z.nullable(z.enum(['noService', 'gone', 'refused', 'notConnected'])),
      }),
    ),
  }),
})

/** From the service worker, which has no session: the receipt of the delivery speaks for itself. */
export const pushReceipt = endpoint({
  service: 'message',
  method: 'POST',
  path: 'push/receipt',
  access: 'public',
  summary: 'A notification was shown, dismissed, opened or acknowledged',
  request: z.strictObject({
    receipt: z.string().check(z.regex(BYTES_32)),
    what: z.enum(['shown', 'dismissed', 'opened', 'acknowledged']),
  }),
  /** `takenBy`: a colleague was faster. */
  response: z.object({ done: z.boolean(), takenBy: z.nullable(z.string()) }),
})

export const reachability = endpoint({
  service: 'message',
  method: 'GET',
  path: 'push/board',
  access: 'notice.board',
  summary: 'Which channels reach each person who is told of SOS or calls, and when each was last proven',
  request: z.strictObject({}),
  response: z.object({
    /** Whether any push service accepted or refused anything lately; null while nothing was tried. */
    pushService: z.nullable(z.enum(['reached', 'unreachable'])),
    people: z.array(
      z.object({
        userId: id,
        name: z.string(),
        departmentName: z.nullable(z.string()),
        hears: z.array(z.enum(['sos', 'call'])),
        channels: z.array(
          z.object({
            channel: z.enum(['console', 'push']),
            label: z.string(),
            state: z.enum(['connected', 'proven', 'unproven', 'failing', 'none']),
            lastProvenAt: z.nullable(moment),
            failure: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    /** The screens that hang somewhere to show SOS; those that may see walls are told of them. */
    walls: z.array(z.object({ id, name: z.string(), state: wallState, seenAt: z.nullable(moment) })),
  }),
})
