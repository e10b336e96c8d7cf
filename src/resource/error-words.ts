// Words for the errors that a login can meet; those of the rooms behind it are added by `later-error-words.ts`.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorId } from '../contract/errors.ts'
import { RequestError } from '../platform/request-error.ts'

type Params = Readonly<Record<string, string | number>>
/** Where the server names who, what or how much, the sentence does too. */
export type ErrorWords = MessageDescriptor | ((params: Params) => MessageDescriptor)

const first = {
  'session.ended': msg`Your session has ended. Please log in again.`,
  'session.badCredentials': msg`The account or the password is wrong`,
  'session.badCode': msg`The code is wrong or no longer valid`,
  'session.codeTooSoon': ({ seconds }) =>
    seconds === undefined
      ? msg`A code was sent just now. Wait a moment before asking for another.`
      : msg`Try again in ${seconds} s`,
  'session.codeTooMany': msg`Too many codes were sent to this number. Try again later.`,
  'session.noTexts': msg`No text messages can be sent here. Log in with your account.`,
  'session.throttled': ({ seconds }) =>
    seconds === undefined
      ? msg`Too many attempts. Wait a moment and try again.`
      : msg`Try again in ${seconds} s`,
  'session.disabled': msg`This account is disabled`,
  'session.visitorOff': msg`Visitors are not admitted here`,
  'session.wrongPassword': msg`The password is wrong`,
  'session.linkInvalid': msg`The link is no longer valid`,
  'session.temporaryPassword': msg`This password is temporary. Choose your own.`,
  'session.passwordExpired': msg`This temporary password has expired. Ask for a new one.`,
  'session.secondFactor': msg`Your second factor is asked for`,
  'session.enrolFactor': msg`Set up a second factor first`,
  'session.badFactor': msg`The code is wrong or was used already`,
  'session.providerOnly': ({ name = '' }) => msg`Your organisation logs in by ${name}. Use that button.`,
  'provider.off': msg`There is no organisation with this sign-in name, or its settings were changed just now`,
  'provider.unreachable': msg`Your organisation’s sign-in service cannot be reached. Try again in a moment.`,
  'provider.refused': ({ reason = '' }) =>
    msg`Your organisation’s sign-in service refused the login (${reason})`,
  'provider.invalid': msg`What your organisation’s sign-in service answered could not be verified. Tell your administrator.`,
  'provider.attemptOver': msg`This took too long, was used already, or was begun in another browser. Log in again.`,
  'provider.unknownPerson': msg`You are not known here yet. Ask your administrator to add you.`,
  'provider.notLinked': msg`This account cannot be opened by your organisation’s sign-in service. Log in by password, or ask your administrator.`,
  'provider.badName': msg`Your organisation’s sign-in service gives no login name that can be used here. Tell your administrator.`,
  'provider.unverified': msg`Your organisation’s sign-in service has not verified your e-mail address`,
  'session.badPasskey': msg`The passkey was not used, or is not known here`,
  'session.challengeOver': msg`This took too long, or there were too many wrong codes. Log in again.`,
  forbidden: msg`No viewing permission`,
  'field.required': msg`Must not be empty`,
  'field.type': msg`This is not the right kind of value`,
  'field.tooShort': ({ min }) => (min === undefined ? msg`Too short` : msg`At least ${min} characters`),
  'field.tooLong': ({ max }) => (max === undefined ? msg`Too long` : msg`At most ${max} characters`),
  'field.tooSmall': ({ min }) => (min === undefined ? msg`Too small` : msg`Not below ${min}`),
  'field.tooBig': ({ max }) => (max === undefined ? msg`Too big` : msg`Not above ${max}`),
  'field.format': msg`This is not in the right form`,
  'field.choice': msg`Choose one of the values offered`,
  'field.unknownKey': msg`The server does not know this field`,
  'field.text': msg`Contains characters that cannot be stored`,
  'field.phone': msg`Enter a mobile number of 11 digits`,
  'field.passwordShort': msg`At least 8 characters`,
  'field.passwordSame': msg`Choose another password than this one`,
  'field.passwordCommon': msg`This password is among the first that anybody would try. Choose another.`,
  'field.factorCode': msg`Six digits from the app, or a recovery code`,
  'field.json': msg`The request could not be read`,
  'field.tooDeep': msg`The request is nested too deeply`,
  nothingSelected: msg`Nothing selected`,
  'found.more': ({ count = 0 }) => msg`${count} match now: check them and confirm again`,
  'tenant.disabled': msg`The company's access is disabled`,
  'request.tooLarge': msg`This is too large to send`,
  'request.timeout': msg`The server did not answer in time`,
  'request.noData': msg`No request data`,
  'request.unsupported': msg`The server does not accept this kind of request`,
  'route.unknown': msg`The server does not know this address`,
  throttled: msg`Too many requests. Wait a moment and try again.`,
  failed: msg`Something went wrong in the server`,
  busy: msg`The server is busy. Try again in a moment.`,
  unavailable: msg`The server cannot reach its database. Try again in a moment.`,
} satisfies Partial<Record<ErrorId, ErrorWords>>

/** Errors that only somebody with a session meets. */
export type LaterErrorId = Exclude<ErrorId, keyof typeof first>

const words = new Map<string, ErrorWords>(Object.entries(first))

/** Adds the words of the errors behind the login. */
export function addErrorWords(later: Record<LaterErrorId, ErrorWords>): void {
  for (const [id, its] of Object.entries(later)) words.set(id, its)
}

/** The message for an error id with its parameters; undefined for an id nobody knows. */
export function wordsForId(id: string | undefined, params: Params = {}): MessageDescriptor | undefined {
  const its = id === undefined ? undefined : words.get(id)
  return typeof its === 'function' ? its(params) : its
}

/** The message for whatever was thrown. Names of fields belong to the form, so they are not repeated here. */
export function wordsForError(error: unknown): MessageDescriptor {
  if (!(error instanceof RequestError)) return msg`Something went wrong on this page`
  const named = wordsForId(error.id, error.params)
  if (named) return named
  const { status, msg: text } = error
  switch (error.kind) {
    case 'network':
      return msg`No connection to the server`
    case 'timeout':
      return msg`The server did not answer in time`
    case 'badAnswer':
      return msg`The server answered in a way this version does not understand`
    case 'aborted':
      return msg`Cancelled`
    case 'http':
      return msg`The server answered ${status ?? 0}: ${text ?? ''}`
    default:
      return text ? { id: text, message: text } : msg`The server refused this`
  }
}
