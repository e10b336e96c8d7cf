// What the walks share: a console with data of its own for each worker, a browser page of a certain width, skin and
// person, and the API with a token.
import { type Browser, type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import { startPrepared } from './prepared-console.ts'

export const DEMO_PASSWORD = 'Demo-2026!'
export type Account = 'root' | 'admin' | 'property' | 'patrol' | 'duty' | 'site' | 'campus'

export const widths = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  desktop: { width: 1440, height: 900 },
} as const

const named = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}
export const consoleUrl = () => named('CONSOLE_URL')

/** A row of some list as it is on the wire, as far as the walks look into it. */
export interface Row {
  id: number
  version: number
  imei: string
  name: string
  wearerName: string
  responsiblePhone: string
  building: string
  unit: string
  roomNo: string
  messageType: string
  lifecycle: string
  /** Digits, where the specification has them. */
  state: number
  groupId: number | null
  status: string
  takenBy: string | null
  username: string
}

/** One line of an alarm's timeline. */
export interface Event {
  kind: string
  userName: string | null
  note: string | null
  at: number
  recordedAt: number
}

/** What answers carry: a row, a page of them, or the few other things that the walks ask for. */
export interface Data extends Row {
  tenantId: number
  list: Row[]
  total: number
  results: { id: number; ok: boolean; error?: { id: string } }[]
  sos: Row[]
  cards: { id: number; notice: { cardInfo: string } }[]
  path: string
  desired: Record<string, unknown>
  reported: Record<string, unknown>
}

/** An answer as it is on the wire. */
export interface Answer<Content = Data> {
  code: number | string
  id?: string
  field?: string
  msg?: string
  data: Content
}

/** The first of a list that must not be empty. */
export function first<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('there is none')
  return one
}

/** Calls the API without a browser; throws nothing, so that refusals can be looked at. */
export class Api {
  readonly token: string
  /** The person as the login call answered. */
  readonly user: Pick<Data, 'id' | 'tenantId'>

  constructor(token: string, user: Pick<Data, 'id' | 'tenantId'>) {
    this.token = token
    this.user = user
  }

  static async logIn(username: string, password = DEMO_PASSWORD): Promise<Api> {
    const response = await send('POST', 'auth/auth/login', { body: { username, password } })
    const answer: Answer = await response.json()
    if (answer.code !== 0) throw new Error(`${username} cannot log in: ${answer.msg}`)
    return new Api(response.headers.get('authorization') ?? '', answer.data)
  }

  /** As the person does it on their own browser: the call bears no session, and ends none. */
  static async chooseFirstPassword(username: string, password: string, newPassword: string): Promise<void> {
    const body = { username, password, newPassword }
    const response = await send('POST', 'auth/auth/firstPassword', { body })
    const answer: Answer = await response.json()
    if (answer.code !== 0) throw new Error(`first password: ${JSON.stringify(answer)}`)
  }

  async get<Content = Data>(
    path: string,
    query: Record<string, string | number | boolean> = {},
  ): Promise<Answer<Content>> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await send('GET', `${path}?${search}`, { token: this.token })
    return response.json()
  }

  async post<Content = Data>(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Content>> {
    const response = await send('POST', path, { token: this.token, body, headers })
    return response.json()
  }
}

interface Sent {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

function send(method: string, path: string, { token, body, headers }: Sent): Promise<Response> {
  return fetch(`${consoleUrl()}/api/${path}`, {
    method,
    headers: {
      ...(token && { authorization: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

export interface Opening {
  width?: keyof typeof widths
  skin?: 'blue' | 'campus'
  language?: string
  /** Enters with a session of this person; without one the login screen comes up. */
  as?: Api | Account
  /** Time zone of the device; Shanghai unless told. */
  zone?: string
  /** What stands behind the hash, such as `/DeviceList`. */
  at?: string
  /** Lays something between the browser and the world before any page opens: scripts, routes. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** Opens consoles in contexts of their own, and closes them with the test. */
export interface Consoles {
  open(opening?: Opening): Promise<Page>
  /** Another tab of the same browser. */
  tab(page: Page, at?: string): Promise<Page>
}

async function storedSession({ token, user }: Api): Promise<{ name: string; value: string }[]> {
  const response = await send('POST', 'user/per/getNavigationBar', { token, body: { language: 'EN' } })
  const { data: menu }: Answer<unknown> = await response.json()
  return [
    { name: 'usinfo', value: JSON.stringify(user) },
    { name: 'menu', value: JSON.stringify(menu) },
    { name: 'token', value: token },
    { name: 'gatehouse.owner', value: `${user.tenantId}-${user.id}` },
  ]
}

async function contextOf(
  browser: Browser,
  opening: Opening,
  serviceWorkers: 'allow' | 'block',
): Promise<BrowserContext> {
  const { width = 'desktop', skin = 'blue', language = 'en', as } = opening
  const api = typeof as === 'string' ? await Api.logIn(as) : as
  const touch = width !== 'desktop'
  return browser.newContext({
    viewport: widths[width],
    ...(opening.zone && { timezoneId: opening.zone }),
    ...(touch && { hasTouch: true, isMobile: width === 'phone' }),
    acceptDownloads: true,
    serviceWorkers,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: consoleUrl(),
          localStorage: [
            { name: 'lang', value: language },
            { name: 'skin', value: skin },
            ...(api ? await storedSession(api) : []),
          ],
        },
      ],
    },
  })
}

/** Confirms every card that waits for this person: its dialog would lie over the page. */
export async function clearCards(api: Api): Promise<void> {
  const { cards } = (await api.get('message/message/pending')).data
  if (cards.length > 0) await api.post('message/message/confirmCards', { ids: cards.map(({ id }) => id) })
}

/**
 * Takes every SOS that is open anywhere, and confirms the cards of who hears of all tenants: their dialogs would lie
 * over whatever the next test opens.
 */
export async function clearDialogs(): Promise<void> {
  const root = await Api.logIn('root')
  await clearCards(root)
  const ids = (await root.get('message/message/pending')).data.sos.map(({ id }) => id)
  if (ids.length === 0) return
  await root.post('message/alarm/take', { ids })
  expect((await root.get('message/message/pending')).data.sos).toEqual([])
}

/** Starts a console and tells the walks of this worker where it is; CONSOLE_URL set beforehand names one that runs. */
async function ownConsole(): Promise<() => Promise<void>> {
  if (process.env.CONSOLE_URL) return async () => {}
  // Stand-ins for banks and carriers need not be as slow as they are.
  const running = await startPrepared({ SANDBOX_SPEED: '4', IDENTITY_NETWORKS: '127.0.0.0/8' })
  process.env.CONSOLE_URL = running.url
  process.env.CONSOLE_MQTT = running.mqttUrl
  process.env.CONSOLE_DATA = running.dataDir
  process.env.CONSOLE_PID = String(running.pid)
  return running.stop
}

/** Longer than a console may take until it is healthy. */
const STARTS_MS = 150_000

export const test = base.extend<{ consoles: Consoles }, { ownConsole: undefined }>({
  ownConsole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const stop = await ownConsole()
      await use(undefined)
      await stop()
    },
    { scope: 'worker', auto: true, timeout: STARTS_MS },
  ],
  consoles: async ({ browser, serviceWorkers }, use) => {
    await clearDialogs()
    const contexts: BrowserContext[] = []
    await use({
      async open(opening = {}) {
        const context = await contextOf(browser, opening, serviceWorkers)
        contexts.push(context)
        await opening.prepare?.(context)
        const page = await context.newPage()
        await page.goto(address(opening.at))
        return page
      },
      async tab(page, at) {
        const tab = await page.context().newPage()
        await tab.goto(address(at))
        return tab
      },
    })
    await Promise.all(contexts.map(context => context.close()))
  },
})

export const address = (at = '/') => `${consoleUrl()}/#${at}`

/** Waits until the console hears the broker. */
export const live = (page: Page) => expect(page.getByText('Live', { exact: true })).toBeVisible()

declare global {
  interface Window {
    /** What came up of what `lookOut` looks for. */
    cameUp?: Set<string>
  }
}

/**
 * Looks out from now on for words that may be gone again before somebody looks: what is said for a second, or while
 * another page is looked at. Answers how to wait until they have been there.
 */
export async function lookOut(page: Page, words: string, within = 'body'): Promise<() => Promise<void>> {
  const sought = `${within} ${words}`
  await page.evaluate(
    ([name, text, place]) => {
      window.cameUp ??= new Set()
      const { cameUp } = window
      cameUp.delete(name)
      const look = () => {
        const found = [...document.querySelectorAll(place)].some(each => each.textContent.includes(text))
        if (!found) return
        cameUp.add(name)
        watching.disconnect()
      }
      const watching = new MutationObserver(look)
      watching.observe(document, { subtree: true, childList: true, characterData: true })
      look()
    },
    [sought, words, within] as const,
  )
  return () =>
    expect.poll(() => page.evaluate(name => window.cameUp?.has(name), sought), { message: words }).toBe(true)
}

/** Opens the account menu and returns it. */
export async function accountMenu(page: Page) {
  await page.getByRole('button', { name: /^Your account/ }).click()
  return page.getByRole('dialog', { name: 'Your account' })
}

/** What stands in the browser's local storage. */
export const stored = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)

export { expect }
