// The identity provider of a tenant: its settings, a try of them, and the two calls of a login by it.
import * as z from 'zod/mini'
import { providerFields, signInName, tryResult, tryStep } from '../../domain/access/identity-provider.ts'
import { moment, nonEmpty } from '../../domain/fields.ts'
import { BYTES_32 } from '../../domain/limits.ts'
import { endpoint } from '../endpoint.ts'
import { sessionUser, signInLanguage } from './session.ts'

/** Where the provider sends the browser back to; it leads on to the login page. */
export const PROVIDER_RETURN = '/api/auth/provider/return'

/** Nobody reads it again; left out, it stays, as long as it goes to the same issuer and client. */
const clientSecret = z.optional(nonEmpty(500))
/** Origin of the page that asks, where the installation has no address of its own. */
const origin = z.string().check(z.maxLength(300), z.regex(/^https?:\/\/[^/?#@]+$/, { error: 'format' }))

export const getProvider = endpoint({
  service: 'user',
  method: 'GET',
  path: 'tenant/identityProvider',
  access: 'tenant.provider',
  summary: 'The identity provider of the own tenant',
  request: z.strictObject({}),
  response: z.object({
    ...providerFields,
    // Before anybody has set one up these are empty.
    name: z.string(),
    signInName: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    /** 0 before anybody has set one up. */
    version: z.int(),
    updatedAt: z.nullable(moment),
    updatedBy: z.nullable(z.string()),
    hasSecret: z.boolean(),
    /** People who have come in by it. */
    people: z.int(),
    /** The installation's own address; null: the address that people open the console under. */
    publicUrl: z.nullable(z.string()),
  }),
})

export const saveProvider = endpoint({
  service: 'user',
  method: 'POST',
  path: 'tenant/saveIdentityProvider',
  access: 'tenant.provider',
  summary: 'Set up the identity provider of the own tenant; the client secret is written and never read',
  request: z.strictObject({ ...providerFields, clientSecret, version: z.int().check(z.nonnegative()) }),
  response: z.null(),
})

export const tryProvider = endpoint({
  service: 'user',
  method: 'POST',
  path: 'tenant/tryIdentityProvider',
  access: 'tenant.provider',
  summary:
    'Try settings of an identity provider: whether it is reached, knows the client, and lets people come back',
  request: z.strictObject({
    issuer: providerFields.issuer,
    clientId: providerFields.clientId,
    clientSecret,
    origin,
  }),
  response: z.object({ steps: z.array(z.object({ step: tryStep, result: tryResult })) }),
})

export const providerOffer = endpoint({
  service: 'auth',
  method: 'GET',
  path: 'auth/providerOffer',
  access: 'public',
  summary: 'What the login page offers at the sign-in address of a tenant; null where it has no provider',
  request: z.strictObject({ tenant: signInName }),
  response: z.nullable(z.object({ name: z.string() })),
})

export const beginProviderLogin = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/beginProviderLogin',
  access: 'public',
  summary:
    'Begin a login by the provider of a tenant: where to send the browser, and a handle that only this browser keeps',
  request: z.strictObject({ tenant: signInName, origin }),
  response: z.object({ address: z.string(), handle: z.string() }),
})

export const finishProviderLogin = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/finishProviderLogin',
  access: 'public',
  summary:
    'Finish a login by a provider with the query it came back with; the Authorization response header is the token',
  request: z.strictObject({
    handle: z.string().check(z.regex(BYTES_32, { error: 'format' })),
    /** The query behind the address of return, as the provider wrote it. */
    answer: z.string().check(z.maxLength(8000)),
    language: signInLanguage,
  }),
  response: sessionUser,
})
