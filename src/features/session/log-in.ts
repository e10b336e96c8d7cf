// Ways into a session: each ends in a token, the person, and the navigation list.
import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  beginPasskeyEnrolment,
  beginPasskeyEntry,
  beginPasskeyProof,
  enterByPasskey,
  finishPasskeyEnrolment,
  proveByPasskey,
} from '../../contract/endpoints/passkey.ts'
import { finishEnrolment, proveFactor } from '../../contract/endpoints/second-factor.ts'
import {
  autoLogin,
  chooseFirstPassword as firstPassword,
  getNavigationBar,
  login,
  loginAsVisitor,
  loginByPhone,
  type NavigationEntry,
  type SessionUser,
} from '../../contract/endpoints/session.ts'
import { sendRequest, sendWithToken } from '../../platform/http.ts'
import { makePasskey, signByPasskey } from '../../platform/passkey.ts'
import { RequestError } from '../../platform/request-error.ts'

/** `CN`, `EN` … as the calls carry it. */
export type WireLanguage = NonNullable<z.output<typeof getNavigationBar.request>['language']>

export interface Entrance {
  token: string
  user: SessionUser
  menu: NavigationEntry[]
}

/** Who has proved the first factor and owes the second: good for that answer, and for nothing else. */
export interface Asked {
  /** To prove it, or to set one up where the rules ask for it. */
  asks: 'prove' | 'enrol'
  challenge: string
  /** What may prove it. */
  app: boolean
  passkey: boolean
}

/** What a way in leads to. */
export type Entered = Entrance | Asked

type Entry<Request extends z.ZodMiniType> = Endpoint<Request, typeof login.response>

/** One call of a login, and what it leads to. */
export async function enterBy<Request extends z.ZodMiniType>(
  by: Entry<Request>,
  request: z.output<Request>,
  language: WireLanguage,
): Promise<Entered> {
  try {
    return await withMenu(await sendWithToken(by, request), language)
  } catch (error) {
    const asked = askedBy(error)
    if (asked) return asked
    throw error
  }
}

/** The challenge in the answer of a login whose person has a second factor. */
function askedBy(error: unknown): Asked | undefined {
  if (!(error instanceof RequestError)) return undefined
  const { challenge, app, passkey } = error.params
  const asked = { challenge: String(challenge), app: app !== 0, passkey: passkey === 1 }
  if (error.id === 'session.secondFactor') return { asks: 'prove', ...asked }
  return error.id === 'session.enrolFactor' ? { asks: 'enrol', ...asked } : undefined
}

async function withMenu(
  { data, token }: { data: SessionUser; token: string | undefined },
  language: WireLanguage,
): Promise<Entrance> {
  if (!token)
    throw new RequestError({ kind: 'badAnswer', msg: 'The login answer carries no Authorization header' })
  // The session starts only once the menu is there too: a token alone opens no page.
  const menu = await sendRequest(getNavigationBar, { language }, { token })
  return { token, user: data, menu }
}

export const logInByAccount = (username: string, password: string, language: WireLanguage) =>
  enterBy(login, { username, password, language }, language)

/** With a temporary password, which lets nobody in by itself. */
export const chooseFirstPassword = (
  chosen: { username: string; password: string; newPassword: string },
  language: WireLanguage,
) => enterBy(firstPassword, { ...chosen, language }, language)

export const logInByPhone = (phone: string, code: string, requestId: string, language: WireLanguage) =>
  enterBy(loginByPhone, { phone, code, requestId, language }, language)

export const logInAsVisitor = (language: WireLanguage) => enterBy(loginAsVisitor, { language }, language)

/** The second step, whichever way the first one was. */
export const proveSecondFactor = async (
  { challenge }: Asked,
  code: string,
  language: WireLanguage,
): Promise<Entrance> => withMenu(await sendWithToken(proveFactor, { challenge, code, language }), language)

/** The second step by a passkey. */
export async function proveByOwnPasskey({ challenge }: Asked, language: WireLanguage): Promise<Entrance> {
  const signed = await signByPasskey(await sendRequest(beginPasskeyProof, { challenge }))
  return withMenu(await sendWithToken(proveByPasskey, { challenge, signed, language }), language)
}

/** Both steps at once: the key says whose it is, and has made sure of its person. */
export async function logInByPasskey(language: WireLanguage): Promise<Entrance> {
  const signed = await signByPasskey(await sendRequest(beginPasskeyEntry, {}))
  return withMenu(await sendWithToken(enterByPasskey, { signed, language }), language)
}

/** Confirms a new app at the login: the codes are shown before the session begins. */
export async function finishEnrolmentOf(
  { challenge }: Asked,
  code: string,
  language: WireLanguage,
): Promise<{ codes: string[]; entrance: Entrance }> {
  const { data, token } = await sendWithToken(finishEnrolment, { challenge, code, language })
  return { codes: data.codes, entrance: await withMenu({ data: data.user, token }, language) }
}

/** The same by a new passkey in place of an app. */
export async function enrolByPasskey(
  { challenge }: Asked,
  name: string,
  language: WireLanguage,
): Promise<{ codes: string[]; entrance: Entrance }> {
  const made = await makePasskey(await sendRequest(beginPasskeyEnrolment, { challenge }))
  const given = { challenge, name, made, language }
  const { data, token } = await sendWithToken(finishPasskeyEnrolment, given)
  return { codes: data.codes, entrance: await withMenu({ data: data.user, token }, language) }
}

/** The link's login call is always made in Chinese (console specification, section 7). */
export const logInByLink = (key: string) => enterBy(autoLogin, { key, language: 'CN' }, 'CN')
