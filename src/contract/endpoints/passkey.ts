// Passkeys (WebAuthn): added and removed by their person, asked for at the login.
import * as z from 'zod/mini'
import { id, moment, nonEmpty } from '../../domain/fields.ts'
import { BYTES_32 } from '../../domain/limits.ts'
import { endpoint } from '../endpoint.ts'
import { credential, sessionUser, signInLanguage } from './session.ts'

export const PASSKEY_NAME_LENGTH = 60

const signInChallenge = z.string().check(z.regex(BYTES_32, { error: 'format' }))
const bytes = (most: number) => z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(most))
const publicKey = z.literal('public-key')
const named = z.object({ id: z.string(), type: publicKey })
const extensions = z.object({})

/** As the browser's `navigator.credentials.create` takes it, in its JSON form. */
const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  excludeCredentials: z.array(named),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** As `navigator.credentials.get` takes it. */
const request = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(named),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.output<typeof request>

const made = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: publicKey,
  clientExtensionResults: extensions,
  response: z.object({ clientDataJSON: bytes(4000), attestationObject: bytes(20_000) }),
})

const signed = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: publicKey,
  clientExtensionResults: extensions,
  response: z.object({ clientDataJSON: bytes(4000), authenticatorData: bytes(4000), signature: bytes(4000) }),
})
export type SignedByPasskey = z.output<typeof signed>

export const ownPasskeys = endpoint({
  service: 'auth',
  method: 'GET',
  path: 'auth/passkeys',
  access: 'session',
  summary: 'Passkeys of the calling person',
  request: z.strictObject({}),
  response: z.array(z.object({ id, name: z.string(), createdAt: moment, usedAt: z.nullable(moment) })),
})

export const beginPasskey = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/beginPasskey',
  access: 'session',
  summary: 'Begin to add a passkey; asks for the password',
  request: z.strictObject({ password: credential }),
  response: creation,
})

export const finishPasskey = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/finishPasskey',
  access: 'session',
  summary:
    'Add the passkey that the browser has made; answers recovery codes where it is the first second factor',
  request: z.strictObject({ name: nonEmpty(PASSKEY_NAME_LENGTH), made }),
  response: z.object({ codes: z.array(z.string()) }),
})

export const renamePasskey = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/renamePasskey',
  access: 'session',
  summary: 'Name one of the own passkeys anew',
  request: z.strictObject({ id, name: nonEmpty(PASSKEY_NAME_LENGTH) }),
  response: z.null(),
})

export const removePasskey = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/removePasskey',
  access: 'session',
  summary: 'Remove one of the own passkeys; asks for the password',
  request: z.strictObject({ id, password: credential }),
  response: z.null(),
})

export const beginPasskeyProof = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/beginPasskeyProof',
  access: 'public',
  summary: 'Second step of a login by passkey: what the key is to sign',
  request: z.strictObject({ challenge: signInChallenge }),
  response: request,
})

export const proveByPasskey = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/proveByPasskey',
  access: 'public',
  summary: 'Second step of a login by passkey; the Authorization response header is the token',
  request: z.strictObject({ challenge: signInChallenge, signed, language: signInLanguage }),
  response: sessionUser,
})

export const beginPasskeyEntry = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/beginPasskeyEntry',
  access: 'public',
  summary: 'Login by passkey alone: what the key is to sign',
  request: z.strictObject({}),
  response: request,
})

export const enterByPasskey = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/enterByPasskey',
  access: 'public',
  summary:
    'Log in by a passkey that has made sure of its person, which is both factors; the Authorization response header is the token',
  request: z.strictObject({ signed, language: signInLanguage }),
  response: sessionUser,
})
