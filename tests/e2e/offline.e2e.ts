// Without a network: what is still there, what waits, and that it is sent once, by its own person, or never.
import type { BrowserContext, Page } from 'playwright/test'
import {
  Api,
  accountMenu,
  address,
  type Event,
  expect,
  first,
  live,
  lookOut,
  type Row,
  test,
} from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { logIn, makeOfficer, type NewPerson } from './people.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const banner = (page: Page) => page.getByText(/^No network/)
/** From when everything on the page is: said once, in the line above it. */
const stale = (page: Page) => page.getByText(/^No network · stored data from/)

/** The service worker serves the page, and the page is written down for an offline start. */
async function keptFor(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const found = (await indexedDB.databases()).find(({ name }) => name?.endsWith('-cache'))
        if (!found?.name) return ''
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(found.name ?? '')
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        const [store = ''] = database.objectStoreNames
        const text = await new Promise<unknown>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).get('queries')
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        database.close()
        return String(text)
      }),
    )
    .toContain(words)
}

const goOffline = async (page: Page) => {
  await page.context().setOffline(true)
  await expect(banner(page)).toBeVisible()
}

/** A fresh alarm with its page open on it. */
async function openAlarm(imei: string): Promise<Row> {
  const since = Date.now()
  await deviceSays(imei, { code: '3001', type: 12 })
  const { data } = await admin.get('message/alarm/page', { imei, type: 12, raisedAtFrom: since - 1000 })
  return first(data.list)
}

const alarmAt = (row: Row) => `/AlarmHistory?imei=%22${row.imei}%22&type=collision&open=${row.id}`

async function handle(page: Page, note: string): Promise<void> {
  await page.getByRole('complementary').getByRole('button', { name: 'Handle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Handle' })
  await dialog.getByRole('textbox').fill(note)
  await dialog.getByRole('button', { name: 'Handle' }).click()
  await expect(dialog).toHaveCount(0)
}

const timeline = async (row: Row): Promise<Event[]> =>
  (await admin.get<Event[]>('message/alarm/timeline', { id: row.id })).data
const handlings = async (row: Row) => (await timeline(row)).filter(event => event.kind === 'handled')

async function enter(page: Page, { username, password }: Omit<NewPerson, 'id'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Account' }).fill(username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function signIn(page: Page, person: NewPerson): Promise<void> {
  await enter(page, person)
  await expect(page.getByRole('heading', { level: 1, name: /^Alarms/ })).toBeVisible()
}

test('starts without a network: menu, devices and alarms are there, with their age', async ({ consoles }) => {
  const officer = await logIn(await makeOfficer(admin))
  const page = await consoles.open({ as: officer, width: 'phone', at: '/DeviceList' })
  const device = page.getByRole('list', { name: 'Devices' }).getByRole('listitem').first()
  await expect(device).toBeVisible()
  const name = (await admin.get('device/device/page', { size: 1, sort: 'name' })).data.list.at(0)?.name ?? '-'
  await page.goto(address('/AlarmHistory'))
  const alarm = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').first()
  await expect(alarm).toBeVisible()
  await keptFor(page, name)
  await keptFor(page, '"takenBy"')
  await page.context().setOffline(true)
  await page.close()

  const cold = await consoles.tab(page, '/DeviceList')
  await expect(cold.getByRole('list', { name: 'Devices' }).getByText(name)).toBeVisible()
  await expect(banner(cold)).toBeVisible()
  await expect(stale(cold)).toBeVisible()
  await cold
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /^Alarms/ })
    .click()
  await expect(cold.getByRole('list', { name: 'Alarms' }).getByRole('listitem').first()).toBeVisible()
  await expect(stale(cold)).toBeVisible()

  await cold.context().setOffline(false)
  await expect(banner(cold)).toHaveCount(0)
  await expect(stale(cold)).toHaveCount(0)
  await live(cold)
})

test('handling waits, is sent once by two tabs, and keeps its time; taking never waits', async ({
  consoles,
}) => {
  const row = await openAlarm((await freeDevice(admin)).imei)
  const officer = await logIn(await makeOfficer(admin, 'Fay Offline'))
  const page = await consoles.open({ as: officer, at: alarmAt(row) })
  await expect(page.getByRole('complementary')).toContainText('Nobody yet')
  const other = await consoles.tab(page, alarmAt(row))
  await live(other)
  const sent: string[] = []
  page.context().on('request', request => {
    if (request.url().includes('/alarm/handle')) sent.push(request.url())
  })
  await goOffline(page)
  await expect(banner(other)).toBeVisible()

  await page
    .getByRole('list', { name: 'Alarms' })
    .getByRole('button', { name: /^Collision/ })
    .press('t')
  await expect(page.getByText('No network. Taking an alarm is never kept for later')).toBeVisible()
  expect((await timeline(row)).map(event => event.kind)).toEqual(['raised'])

  const before = Date.now()
  const kept = await lookOut(page, 'Kept on this device. It is sent when the network is back.')
  await handle(page, 'Found on the stairs')
  await kept()
  const after = Date.now()
  for (const tab of [page, other]) await expect(tab.getByText('1 waiting')).toBeVisible()
  await page.getByRole('button', { name: '1 change waits on this device' }).click()
  const tray = page.getByRole('dialog', { name: 'Kept on this device' })
  await expect(tray).toContainText('Handle the alarm')
  await expect(tray).toContainText('Found on the stairs')
  await page.keyboard.press('Escape')
  expect(sent).toEqual([])

  // Meanwhile the control room closes the same alarm.
  const closed = await admin.post('message/alarm/handle', {
    ids: [row.id],
    input: { note: 'Closed from the room' },
  })
  expect(closed.data.results).toEqual([{ id: row.id, ok: true }])

  const back = Date.now()
  await page.context().setOffline(false)
  for (const tab of [page, other]) await expect(tab.getByText('1 waiting')).toHaveCount(0)
  await expect.poll(async () => (await handlings(row)).length).toBe(2)
  const mine = first((await handlings(row)).filter(event => event.userName === 'Fay Offline'))
  expect(mine.note).toBe('Found on the stairs')
  expect(mine.at).toBeGreaterThanOrEqual(before)
  expect(mine.at).toBeLessThanOrEqual(after)
  expect(mine.recordedAt).toBeGreaterThanOrEqual(back)
  expect(sent).toHaveLength(1)
  const { data } = await admin.get('message/alarm/get', { id: row.id })
  expect(data).toMatchObject({ status: 'handled' })
  // Nothing is left to be sent again.
  await page.reload()
  await live(page)
  await expect(page.getByRole('button', { name: /waits? on this device/ })).toHaveCount(0)
  expect(await handlings(row)).toHaveLength(2)
})

/** Everything that lies in the databases of the browser, as text: what somebody with its tools can read. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const parts: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown>(resolve => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
        })
        const readable = (_: string, value: unknown) =>
          value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value
        parts.push(JSON.stringify(rows, readable))
      }
      database.close()
    }
    return parts.join(' ')
  })

test('logging out offline leaves nothing that can be read, ends the token later, and seals what waits', async ({
  consoles,
}) => {
  const row = await openAlarm((await freeDevice(admin)).imei)
  const leaver = await makeOfficer(admin, 'Hal Leaver')
  const officer = await logIn(leaver)
  const page = await consoles.open({ as: officer, at: '/DeviceList' })
  await expect(page.getByRole('grid', { name: 'Devices' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'IMEI' }).check()
  await page.goto(address(alarmAt(row)))
  const other = await consoles.tab(page, alarmAt(row))
  await live(other)
  await keptFor(page, row.imei)
  await goOffline(page)
  await handle(page, 'Found by Mrs Zhao')
  await expect(other.getByText('1 waiting')).toBeVisible()
  // Something half entered would ask before it is left: nobody is asked when the session is over.
  await other.getByRole('complementary').getByRole('textbox').fill('half a comment')

  const menu = await accountMenu(page)
  await menu.getByRole('button', { name: 'Log out' }).click()
  const warning = page.getByRole('dialog', { name: 'Log out before everything is sent?' })
  await expect(warning).toContainText('1 action has not reached the server')
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('1 waiting')).toBeVisible()
  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await warning.getByRole('button', { name: 'Log out' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await expect(tab.getByText(row.imei)).toHaveCount(0)
  }
  await expect(page.getByText(/^1 action of \u2068H\. L\.\u2069 has not been sent$/)).toBeVisible()
  const left = () =>
    page.evaluate(async () => ({
      local: Object.keys(localStorage).filter(
        // What is published to everybody may stay: the page for the login has its name and colours.
        key =>
          ![
            'lang',
            'skin',
            'gatehouse.boot',
            'gatehouse.site',
            'gatehouse.clock',
            'gatehouse.landing',
          ].includes(key),
      ),
      session: Object.keys(sessionStorage).filter(key => !key.startsWith('tsr-scroll')),
      databases: (await indexedDB.databases())
        .map(({ name }) => name)
        .filter(name => !name?.startsWith('workbox')),
    }))
  await expect.poll(left).toEqual({
    local: ['gatehouse.revoke'],
    session: [],
    databases: [`gatehouse-queue-${officer.user.tenantId}-${officer.user.id}`],
  })
  const lies = await storedText(page)
  for (const secret of ['Zhao', 'Leaver', row.imei, '"handle"']) expect(lies).not.toContain(secret)
  const cached = await page.evaluate(async () => {
    const urls: string[] = []
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        urls.push(request.url)
        const response = await cache.match(request)
        if (response?.headers.get('content-type')?.includes('json')) texts.push(await response.text())
      }
    }
    return { urls, texts }
  })
  expect(cached.urls.filter(url => /\/(api|mqtt|files)\//.test(url))).toEqual([])
  expect(cached.texts.filter(text => text.includes(row.imei))).toEqual([])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await expect(page.getByText(row.imei)).toHaveCount(0)

  // The token ends as soon as there is a network, and the owner of the tenant sees that something waits.
  const menuOf = () => officer.post('user/per/getNavigationBar', {})
  expect((await menuOf()).code).toBe(0)
  await page.context().setOffline(false)
  await expect(page.getByText(/^Server reached/)).toBeVisible()
  await expect.poll(async () => (await menuOf()).code).toBe(208)
  const unsent = async () =>
    (await admin.get<{ unsent: number | null }>('user/user/get', { id: leaver.id })).data.unsent
  await expect.poll(unsent).toBe(1)

  // The next person reads nothing of it, sends nothing of it, and cannot delete it.
  const sent: string[] = []
  page.context().on('request', request => {
    if (request.url().includes('/alarm/handle')) sent.push(request.url())
  })
  await signIn(page, await makeOfficer(admin))
  await live(page)
  await expect(page.getByRole('button', { name: /waits? on this device/ })).toHaveCount(0)
  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText(/^1 action of \u2068H\. L\.\u2069 has not been sent$/)).toBeVisible()
  expect(sent).toEqual([])
  expect(await handlings(row)).toEqual([])

  // Who did it is back: it is sent, once.
  await signIn(page, leaver)
  await expect.poll(async () => (await handlings(row)).length).toBe(1)
  expect(first(await handlings(row))).toMatchObject({ userName: 'Hal Leaver', note: 'Found by Mrs Zhao' })
  await expect.poll(unsent).toBe(null)
})

/** A console whose session has ended on the server while an action of its person waits on the device. */
async function expiredWithWaiting(page: Page, officer: Api, note: string): Promise<void> {
  await goOffline(page)
  await handle(page, note)
  await expect(page.getByText('1 waiting')).toBeVisible()
  expect((await officer.post('auth/auth/logout', {})).code).toBe(0)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
}

test('an expired session keeps what waits for the same person', async ({ consoles }) => {
  const row = await openAlarm((await freeDevice(admin)).imei)
  const person = await makeOfficer(admin, 'Gil Expired')
  const officer = await logIn(person)
  const page = await consoles.open({ as: officer, at: alarmAt(row) })
  await expect(page.getByRole('complementary')).toContainText('Nobody yet')
  await expiredWithWaiting(page, officer, 'Written before the end')
  expect(await handlings(row)).toEqual([])
  await expect(page.getByText(/^1 action of \u2068G\. E\.\u2069 has not been sent$/)).toBeVisible()
  const loggedInAt = Date.now()
  await signIn(page, person)
  // Where they were, not where everybody lands.
  await expect(page).toHaveURL(new RegExp(`open=${row.id}`))
  await expect.poll(async () => (await handlings(row)).length).toBe(1)
  const handled = first(await handlings(row))
  expect(handled).toMatchObject({ userName: 'Gil Expired', note: 'Written before the end' })
  expect(handled.at).toBeLessThan(loggedInAt)
  expect(handled.recordedAt).toBeGreaterThanOrEqual(loggedInAt)
})

const HOUR = 3_600_000

/** A device whose clock is so many milliseconds ahead. */
const clockAhead = (off: number) => (context: BrowserContext) =>
  context.addInitScript(ahead => {
    globalThis.Date = new Proxy(Date, {
      construct: (real, given) => Reflect.construct(real, given.length === 0 ? [real.now() + ahead] : given),
      get: (real, name) => (name === 'now' ? () => real.now() + ahead : Reflect.get(real, name)),
    })
  }, off)

for (const [words, off, zone] of [
  ['3 h ahead', 3 * HOUR, 'Asia/Shanghai'],
  ['2 days behind', -48 * HOUR, 'Asia/Shanghai'],
  ['right, in another zone', 0, 'Europe/Berlin'],
] as const) {
  test(`today is the server’s and the tenant’s, on a device whose clock is ${words}`, async ({
    consoles,
  }) => {
    const page = await consoles.open({ as: 'admin', at: '/alarmTongji', zone, prepare: clockAhead(off) })
    await live(page)
    const asked = page.waitForRequest(request => {
      const { pathname, searchParams } = new URL(request.url())
      const to = Number(searchParams.get('to'))
      // One day, and not the day before it, which is asked for too.
      const isDay = to - Number(searchParams.get('from')) === 24 * HOUR
      return pathname.endsWith('/alarm/statistics') && isDay && to > Date.now()
    })
    const pressed = Date.now()
    await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Today' }).click()
    const { searchParams } = new URL((await asked).url())
    const midnight = (at: number) => Math.floor((at + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 8 * HOUR
    expect([midnight(pressed), midnight(Date.now())]).toContain(Number(searchParams.get('from')))
    expect(searchParams.get('zone')).toBe('Asia/Shanghai')
    await expect(page.getByText('Days of Asia/Shanghai')).toHaveCount(zone === 'Asia/Shanghai' ? 0 : 1)
  })
}
