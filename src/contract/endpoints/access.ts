// What the generic endpoints of people cannot: a password that is made by the server and shown once.
import * as z from 'zod/mini'
import { id, moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'

/**
 * All sessions and links of the person end. Who asks does not choose the password and cannot keep it: its one use is to
 * choose another. Only its hash is stored, so the answer is never replayed either.
 */
export const resetPassword = endpoint({
  service: 'user',
  method: 'POST',
  path: 'user/resetPassword',
  access: 'user.password',
  summary: 'Make a temporary password for a person, who chooses their own with it; it is shown once',
  request: z.strictObject({ id }),
  response: z.object({ password: z.string(), expiresAt: moment }),
})
