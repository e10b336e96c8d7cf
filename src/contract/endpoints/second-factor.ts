// The second factor: the second step of a login, and a person's own app and recovery codes.
import * as z from 'zod/mini'
import { appCode, factorCode, factorProof } from '../../domain/access/second-factor.ts'
import { id, moment } from '../../domain/fields.ts'
import { BYTES_32 } from '../../domain/limits.ts'
import { endpoint } from '../endpoint.ts'
import { credential, sessionUser, signInLanguage } from './session.ts'

const challenge = z.string().check(z.regex(BYTES_32, { error: 'format' }))
const password = credential

/** Shown once: who has lost them makes new ones. */
const recoveryCodes = z.object({ codes: z.array(z.string()) })

/** What an authenticator app is told. */
const appSecret = z.object({
  /** To be typed. */
  secret: z.string(),
  /** To be scanned: `otpauth://totp/…`. */
  address: z.string(),
})

/**
 * Where a second factor stands, every login answers `session.secondFactor` with a challenge in its parameters: no session, good
 * for one answer here. The answer's `Authorization` header is the token.
 */
export const proveFactor = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/secondFactor',
  access: 'public',
  summary:
    'Second step of a login: a code of the authenticator app, or a recovery code; the Authorization response header is the token',
  request: z.strictObject({ challenge, code: factorCode, language: signInLanguage }),
  response: sessionUser,
})

/**
 * Where the rules ask for a second factor and there is none, every login answers `session.enrolFactor` with a challenge that is
 * good for setting one up: the secret of an app here, as often as it takes, and its first code below.
 */
export const beginEnrolment = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/beginEnrolment',
  access: 'public',
  summary: 'Set up a second factor that the rules ask for: make the secret of an authenticator app',
  request: z.strictObject({ challenge }),
  response: z.object({ ...appSecret.shape, username: z.string() }),
})

export const finishEnrolment = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/finishEnrolment',
  access: 'public',
  summary:
    'Confirm the app with its first code, and log in; answers the recovery codes, and the Authorization response header is the token',
  request: z.strictObject({ challenge, code: appCode, language: signInLanguage }),
  response: z.object({ user: sessionUser, codes: z.array(z.string()) }),
})

export const ownFactor = endpoint({
  service: 'auth',
  method: 'GET',
  path: 'auth/ownFactor',
  access: 'session',
  summary: 'The second factor of the calling person',
  request: z.strictObject({}),
  response: z.object({
    /** When the authenticator app was set up; null without one. */
    appSince: z.nullable(moment),
    /** Whether a passkey stands. */
    passkey: z.boolean(),
    recoveryCodesLeft: z.int(),
    /** The sign-in rules ask for one: it is not taken away. */
    needed: z.boolean(),
  }),
})

export const beginApp = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/beginApp',
  access: 'session',
  summary: 'Make the secret of an authenticator app; it counts once confirmed with one of its codes',
  request: z.strictObject({}),
  response: appSecret,
})

export const confirmApp = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/confirmApp',
  access: 'session',
  summary:
    'Confirm the authenticator app with a code and the password, and with the second factor that stands; answers recovery codes where none is left',
  request: z.strictObject({ password, code: appCode, factor: z.optional(factorProof) }),
  response: recoveryCodes,
})

export const renewRecoveryCodes = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/renewRecoveryCodes',
  access: 'session',
  summary: 'Make new recovery codes in place of the old ones; asks for the password and the second factor',
  request: z.strictObject({ password, code: factorProof }),
  response: recoveryCodes,
})

export const removeApp = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/removeApp',
  access: 'session',
  summary: 'Remove the own authenticator app; asks for the password and the second factor',
  request: z.strictObject({ password, code: factorProof }),
  response: z.null(),
})

/** For somebody who has lost app and recovery codes. */
export const resetFactor = endpoint({
  service: 'user',
  method: 'POST',
  path: 'user/resetFactor',
  access: 'user.factor',
  summary: 'Take the second factor from a person who has lost it; all their sessions end',
  request: z.strictObject({ id }),
  response: z.null(),
})
