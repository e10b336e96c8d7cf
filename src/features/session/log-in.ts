// Ways into a session: each ends in a token, the person, and the navigation list.
import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
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
import { RequestError } from '../../platform/request-error.ts'

/** `CN`, `EN` … as the calls carry it. */
export type WireLanguage = NonNullable<z.output<typeof getNavigationBar.request>['language']>

export interface Entrance {
  token: string
  user: SessionUser
  menu: NavigationEntry[]
}

type Entry<Request extends z.ZodMiniType> = Endpoint<Request, typeof login.response>

async function enterBy<Request extends z.ZodMiniType>(
  by: Entry<Request>,
  request: z.output<Request>,
  language: WireLanguage,
): Promise<Entrance> {
  const { data, token } = await sendWithToken(by, request)
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

/** The link's login call is always made in Chinese (console specification, section 7). */
export const logInByLink = (key: string) => enterBy(autoLogin, { key, language: 'CN' }, 'CN')
