// The sign-in rules of the own tenant; those of the platform's tenant hold for its super administrators.
import * as z from 'zod/mini'
import { signInRules } from '../../domain/access/sign-in-rules.ts'
import { moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'

export const getSignInRules = endpoint({
  service: 'user',
  method: 'GET',
  path: 'tenant/signInRules',
  access: 'tenant.signIn',
  summary: 'The sign-in rules of the own tenant, with the bounds of the installation',
  request: z.strictObject({}),
  response: z.object({
    ...signInRules,
    /** 0 before anybody has saved rules. */
    version: z.int(),
    updatedAt: z.nullable(moment),
    updatedBy: z.nullable(z.string()),
    /** A tenant's sessions may be shorter than these, not longer. */
    installation: z.object({ idleMinutes: z.int(), sessionHours: z.int() }),
    /** People who may sign in, and how many of them have a second factor. */
    people: z.int(),
    withFactor: z.int(),
  }),
})

export const saveSignInRules = endpoint({
  service: 'user',
  method: 'POST',
  path: 'tenant/saveSignInRules',
  access: 'tenant.signIn',
  summary:
    'Save the sign-in rules of the own tenant; sessions that are too old, and of people who now lack a second factor, end',
  request: z.strictObject({ ...signInRules, version: z.int().check(z.nonnegative()) }),
  response: z.null(),
})
