// Passkeys (WebAuthn): added and removed by their person, asked for at the login.
import * as z from 'zod/mini'
import { factorProof } from '../../domain/access/second-factor.ts'
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
  summary: 'Begin to add a passkey; asks for the password, and for the second factor where one stands',
  request: z.strictObject({ password: credential, factor: z.optional(factorProof) }),
  response: creation,
})

export const finishPasskey = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/finishPasskey',
  access: 'session',
  summary:
    'Add the passkey that the browser has made; answers recovery codes where none is left, as with the first second factor',
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
  summary: 'Remove one of the own passkeys; asks for the password and the second factor',
  request: z.strictObject({ id, password: credential, factor: z.optional(factorProof) }),
  response: z.null(),
})

export const beginPasskeyConfirmation = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/beginPasskeyConfirmation',
  access: 'session',
  summary: 'Prove oneself by a passkey inside a session: what the key is to sign',
  request: z.strictObject({}),
  response: request,
})

/** The word is good once, for a few minutes, wherever a call of its person asks for a code of the second factor. */
export const confirmByPasskey = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/confirmByPasskey',
  access: 'session',
  summary:
    'Prove oneself by a passkey inside a session; answers a word that counts like a code of the second factor, once',
  request: z.strictObject({ signed }),
  response: z.object({ proof: z.string() }),
})

/** Where the rules ask for a second factor and there is none: a passkey in place of an authenticator app. */
export const beginPasskeyEnrolment = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/beginPasskeyEnrolment',
  access: 'public',
  summary: 'Set up a second factor that the rules ask for: what a browser makes a passkey of',
  request: z.strictObject({ challenge: signInChallenge }),
  response: creation,
})

export const finishPasskeyEnrolment = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/finishPasskeyEnrolment',
  access: 'public',
  summary:
    'Add the passkey, and log in; answers the recovery codes, and the Authorization response header is the token',
  request: z.strictObject({
    challenge: signInChallenge,
    name: nonEmpty(PASSKEY_NAME_LENGTH),
    made,
    language: signInLanguage,
  }),
  response: z.object({ user: sessionUser, codes: z.array(z.string()) }),
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
