// What the generic endpoints of API keys cannot: a secret that is shown once, and which permissions may be chosen.
import * as z from 'zod/mini'
import { id, moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'

/** So long both secrets open: not at all, an hour, a day, a week. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const

/** Only its hash is stored, so the answer is never replayed. Who asks must hold every scope of the key. */
export const apiKeySecret = endpoint({
  service: 'user',
  method: 'POST',
  path: 'apiKey/secret',
  access: 'apiKey.save',
  summary: 'Make the secret of an API key; it is shown once. One that is there opens for the overlap only',
  request: z.strictObject({ id, overlapHours: z.literal(OVERLAP_HOURS) }),
  response: z.object({ secret: z.string(), oldUntil: z.nullable(moment) }),
})

export const apiKeyScopes = endpoint({
  service: 'user',
  method: 'GET',
  path: 'apiKey/scopes',
  access: 'apiKey.save',
  summary: 'The permissions that the caller may give to an API key, by the pages they belong to',
  request: z.strictObject({}),
  response: z.object({
    groups: z.array(
      z.object({
        name: z.string(),
        enName: z.nullable(z.string()),
        scopes: z.array(z.object({ scope: z.string(), name: z.string(), enName: z.nullable(z.string()) })),
      }),
    ),
  }),
})
