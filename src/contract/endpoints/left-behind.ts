// What a browser may still say for a person whose session is over there: end it for good, and how much waits unsent.
// Each carries a handle of the server's that is good for this alone, so that neither needs a session.
import * as z from 'zod/mini'
import { moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'

const handle = z.string().check(z.regex(/^[A-Za-z0-9_.-]{40,200}$/, { error: 'format' }))

/** Handed out with the session. */
export const sessionKeys = z.object({
  /** 32 bytes in base64url, the same for this person at every login: what waits for a network is sealed with it. */
  seal: z.string(),
  /** Good for `revokeSession` of this one session. */
  revoke: handle,
  /** Good for `tellUnsent` of this person. */
  tell: handle,
})

/** Ends the session that a browser has left while the server could not be told. */
export const revokeSession = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/revoke',
  access: 'public',
  summary: 'End a session by the handle that was given with it; says nothing of whether it still lived',
  request: z.strictObject({ handle }),
  response: z.null(),
})

/** A browser tells how many actions of a person lie sealed on it. */
export const tellUnsent = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/unsent',
  access: 'public',
  summary:
    'Tell how many actions of a person wait unsent on a browser, by the handle given with their session',
  request: z.strictObject({
    handle,
    /** The browser's own random name. */
    browser: z.string().check(z.regex(/^[A-Za-z0-9]{16,64}$/, { error: 'format' })),
    count: z.int().check(z.minimum(0), z.maximum(100_000)),
    /** When the oldest was done; absent where nothing waits. */
    oldestAt: z.optional(moment),
  }),
  response: z.null(),
})
