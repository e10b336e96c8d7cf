// What the generic endpoints of webhooks cannot: a secret that is shown once, and a message to try it out.
import * as z from 'zod/mini'
import { id, moment } from '../../domain/fields.ts'
import { deliveryProblem } from '../../domain/integration/webhook.ts'
import { endpoint } from '../endpoint.ts'

/** So many hours messages are signed with both secrets after a change. */
export const SIGNED_TWICE_HOURS = 24

export const webhookSecret = endpoint({
  service: 'user',
  method: 'POST',
  path: 'webhook/secret',
  access: 'webhook.save',
  summary:
    'Make the secret that a webhook signs with; it is shown once. For a day messages are signed with the old one, too',
  request: z.strictObject({ id }),
  response: z.object({ secret: z.string(), oldUntil: z.nullable(moment) }),
})

export const webhookTest = endpoint({
  service: 'user',
  method: 'POST',
  path: 'webhook/test',
  access: 'webhook.save',
  summary: 'Send a test message now, and tell what the receiver answered',
  request: z.strictObject({ id }),
  response: z.object({
    delivered: z.boolean(),
    status: z.nullable(z.int()),
    tookMs: z.int(),
    problem: z.nullable(deliveryProblem),
    answer: z.nullable(z.string()),
  }),
})
