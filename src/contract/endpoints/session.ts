// Logging in and out, the navigation list, the broker ticket.
import * as z from 'zod/mini'
import { password } from '../../domain/access/password.ts'
import { gender, resourceType, scenario } from '../../domain/access/session-words.ts'
import { id, moment, phone, zoneName } from '../../domain/fields.ts'
import { IMEI, PASSWORD_LENGTH, USERNAME_LENGTH } from '../../domain/limits.ts'
import { wireBy } from '../codec.ts'
import { endpoint } from '../endpoint.ts'
import { genderCodes } from '../gender-codes.ts'
import { sessionKeys } from './left-behind.ts'

const given = (max: number) => z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(max))
/** A password that proves somebody, whatever rules it was chosen under. */
export const credential = given(PASSWORD_LENGTH.most)
/** `CN`, `EN` … as the login call carries it. */
export const signInLanguage = z.optional(z.enum(['CN', 'EN', 'ES', 'FR', 'DE', 'RU', 'AR']))

/** What the browser keeps under `usinfo`. */
export const sessionUser = wireBy(
  new Map([[gender, genderCodes]]),
  z.object({
    id,
    username: z.string(),
    name: z.string(),
    nickname: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    gender: z.nullable(gender),
    tenantId: id,
    tenantName: z.string(),
    /** Time zone of the tenant; absent in what a browser kept before it was told. */
    tenantZone: z.optional(zoneName),
    scenario,
    departmentId: z.nullable(id),
    departmentName: z.nullable(z.string()),
    roleNames: z.array(z.string()),
    /** Guest session: read-only, its own tenant scope. */
    visitor: z.boolean(),
    highest: z.boolean(),
    /** Absent for visitors, who leave nothing, and in what an older console kept. Gone with the session. */
    keys: z.optional(sessionKeys),
  }),
)
export type SessionUser = z.output<typeof sessionUser>

/** The answer's `Authorization` header is the token. */
export const login = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/login',
  access: 'public',
  summary: 'Log in by account; the Authorization response header is the token',
  request: z.strictObject({
    username: given(USERNAME_LENGTH),
    password: credential,
    language: signInLanguage,
  }),
  response: sessionUser,
})

/** A temporary password opens nothing: the login answers `session.temporaryPassword`, and it is used up here. */
export const chooseFirstPassword = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/firstPassword',
  access: 'public',
  summary:
    'Choose an own password with a temporary one, and log in; the Authorization response header is the token',
  request: z.strictObject({
    username: given(USERNAME_LENGTH),
    password: credential,
    newPassword: password,
    language: signInLanguage,
  }),
  response: sessionUser,
})

export const sendCode = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/sendCode',
  access: 'public',
  summary: 'Send a login code by SMS; answers alike for known and unknown numbers',
  request: z.strictObject({ phone }),
  response: z.object({ requestId: z.string(), retryAfterSeconds: z.int() }),
})

export const loginByPhone = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/loginByPhone',
  access: 'public',
  summary: 'Log in by phone number and SMS code',
  request: z.strictObject({
    phone,
    code: z.string().check(z.regex(/^\d{6}$/, { error: 'code' })),
    requestId: given(64),
    language: signInLanguage,
  }),
  response: sessionUser,
})

export const loginAsVisitor = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/visitor',
  access: 'public',
  summary: 'Log in as a visitor',
  request: z.strictObject({ language: signInLanguage }),
  response: sessionUser,
})

export const autoLogin = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/autoLogin',
  access: 'public',
  summary: 'Log in by the key of an auto-login link: valid one hour, once',
  request: z.strictObject({ key: given(1000), language: signInLanguage }),
  response: sessionUser,
})

export const makeAutoLoginLink = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/autoLoginLink',
  access: 'device.share',
  summary: 'Make an auto-login link to a device for the calling user',
  request: z.strictObject({ imei: z.string().check(z.regex(IMEI, { error: 'imei' })) }),
  response: z.object({ path: z.string(), expiresAt: moment }),
})

export const logout = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/logout',
  access: 'session',
  summary: 'End the session on HTTP, websocket and MQTT',
  request: z.strictObject({
    /** Sealed work lies on this browser: it is not told to clear its storage, the console removes the rest itself. */
    keep: z.optional(z.boolean()),
  }),
  response: z.null(),
})

export const changePassword = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/changePassword',
  access: 'session',
  summary: 'Change the own password; other sessions of the person end',
  request: z.strictObject({
    oldPassword: credential,
    newPassword: password,
  }),
  response: z.null(),
})

/** Where the calling person is logged in, the one last seen first. */
export const ownSessions = endpoint({
  service: 'auth',
  method: 'GET',
  path: 'auth/sessions',
  access: 'session',
  summary: 'Sessions of the calling person',
  request: z.strictObject({}),
  response: z.array(
    z.object({
      /** Tells the person's sessions apart; lets nobody in. */
      session: z.string(),
      /** The one that asks. */
      current: z.boolean(),
      openedAt: moment,
      seenAt: moment,
      address: z.nullable(z.string()),
      agent: z.nullable(z.string()),
    }),
  ),
})

export const endOwnSessions = endpoint({
  service: 'auth',
  method: 'POST',
  path: 'auth/endSessions',
  access: 'session',
  summary: 'End one of the own sessions, or all but this one; asks for the password',
  request: z.strictObject({
    password: credential,
    /** Absent: all others. */
    session: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/, { error: 'format' }))),
  }),
  response: z.null(),
})

/** Demo only: the SMS messages that the embedded sender holds for a number. */
export const readOutbox = endpoint({
  service: 'auth',
  method: 'GET',
  path: 'auth/outbox',
  access: 'demo',
  summary: 'Demo mode: read the embedded SMS outbox of a number',
  request: z.strictObject({ phone }),
  response: z.array(z.object({ text: z.string(), at: moment })),
})

/** What the login screen may know before anybody logged in. */
export const bootInfo = endpoint({
  service: 'auth',
  method: 'GET',
  path: 'auth/boot',
  access: 'public',
  summary:
    'What the login screen shows: name, demo mode, whether visitors may enter, whether texts can be sent',
  request: z.strictObject({}),
  response: z.object({
    siteName: z.string(),
    /** Accounts of the demo, whose password is public; null outside demo mode. */
    demo: z.nullable(z.object({ password: z.string(), usernames: z.array(z.string()), phone: z.string() })),
    visitors: z.boolean(),
    /** Text messages can be sent: people may log in by phone, and alarms reach phones. */
    texts: z.boolean(),
    /** Nobody may log in yet: an administrator has to be made. Absent once there is one. */
    nobody: z.optional(z.literal(true)),
    /** Some tenant's people log in by a sign-in service of their own. Absent where none does. */
    providers: z.optional(z.literal(true)),
    /** Addresses of the header menu, empty when not configured. */
    mallUrl: z.string(),
    upgradeUrl: z.string(),
    /** Menus hidden and renamed on this host, by the specification's numbers (`domain/navigation/host-menus.ts`). */
    hiddenMenus: z.array(z.int()),
    renamedMenus: z.array(z.int()),
  }),
})

export interface NavigationEntry {
  id: number
  /** 0 for the top level. */
  pid: number
  type: z.output<typeof resourceType>
  name: string
  enName: string | null
  /** Route name without the slash. */
  value: string | null
  uri: string | null
  icon: string | null
  /** Permission; the browser collects them into `permissionList`. */
  mark: string | null
  list: NavigationEntry[]
}
export const navigationEntry: z.ZodMiniType<NavigationEntry, unknown> = z.object({
  id: z.int(),
  pid: z.int(),
  type: resourceType,
  name: z.string(),
  enName: z.nullable(z.string()),
  value: z.nullable(z.string()),
  uri: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  mark: z.nullable(z.string()),
  get list() {
    return z.array(navigationEntry)
  },
})

export const getNavigationBar = endpoint({
  service: 'user',
  method: 'POST',
  path: 'per/getNavigationBar',
  access: 'session',
  summary: 'Directories, menus and buttons of the person; buttons carry permissions',
  request: z.strictObject({ language: signInLanguage }),
  response: z.array(navigationEntry),
})

export const brokerConfig = endpoint({
  service: 'message',
  method: 'POST',
  path: 'message/config',
  access: 'session',
  summary: 'Address and a short-lived ticket for the message broker',
  request: z.strictObject({}),
  response: z.object({
    /** `/mqtt` on the same origin, or an absolute ws(s) address. */
    url: z.string(),
    /** MQTT user name: the user id in decimal. */
    username: z.string(),
    /** MQTT password: good for one connection attempt within its life, renewed before each reconnect. */
    ticket: z.string(),
    expiresAt: moment,
    /** The client id must begin so: `user_<id>_`. A timestamp follows. */
    clientIdPrefix: z.string(),
    topics: z.array(z.string()),
    /** The server's clock: an order that must not come late is dated by it. */
    at: moment,
  }),
})
