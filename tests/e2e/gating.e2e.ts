// Which address leads where, with and without a session.
import type { Page } from 'playwright/test'
import { Api, address, consoleUrl, expect, stored, test } from './console.ts'
import { freeDevice } from './device.ts'
import { logIn, makeOfficer, makePerson, makeRole } from './people.ts'

const heading = (page: Page, name: RegExp) => expect(page.getByRole('heading', { name })).toBeVisible()
const atLogin = async (page: Page) => {
  await heading(page, /^Log in$/)
  await expect(page).toHaveURL(/#\/login$/)
}

for (const at of ['/', '/userList', '/DeviceDtail?imei=123', '/location', '/no/such/page']) {
  test(`without a session ${at} leads to the login screen`, async ({ consoles }) => {
    await atLogin(await consoles.open({ at }))
  })
}

test('with a session the login screen and the root lead to the first page of the menu', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: 'duty', at: '/login' })
  await expect(page).toHaveURL(/#\/AlarmHistory$/)
  await heading(page, /^Alarms/)
  await page.goto(address('/'))
  await expect(page).toHaveURL(/#\/AlarmHistory$/)
  const first = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first()
  await expect(first).toHaveAttribute('aria-current', 'page')
})

test('an address that is not in the navigation list is refused, typed or not', async ({ consoles }) => {
  const page = await consoles.open({ at: '/login' })
  await page.getByRole('tab', { name: 'Visitor' }).click()
  await page.getByRole('button', { name: 'Enter as a visitor' }).click()
  await heading(page, /^Alarms/)
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.goto(address('/userList'))
  await heading(page, /^You may not see this page$/)
  expect(asked.filter(url => url.includes('/user/user/'))).toEqual([])
  const token = await stored(page, 'token')
  const refused = await fetch(`${consoleUrl()}/api/user/user/page`, {
    headers: { authorization: token ?? '' },
  })
  expect((await refused.json()).code).toBe(1403)
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await heading(page, /^Alarms/)
})

test('the nine that are always allowed open without being listed', async ({ consoles }) => {
  const admin = await Api.logIn('admin')
  const watching = await makeRole(admin, { permissions: ['camera.read', 'camera.watch'], routes: [] })
  const watcher = await logIn(await makePerson(admin, [watching.id]))
  const page = await consoles.open({ as: watcher, at: '/vedio' })
  // The number of cameras follows the title as soon as it is known.
  await heading(page, /^Video( \d+)?$/)
  await page.goto(address('/roleList'))
  await heading(page, /^You may not see this page$/)
})

test('an address of no route says so', async ({ consoles }) => {
  const page = await consoles.open({ as: 'duty', at: '/devicelist' })
  await heading(page, /^There is nothing at this address$/)
})

test('an empty navigation list is told', async ({ consoles }) => {
  const nobody = await logIn(await makePerson(await Api.logIn('admin'), []))
  const page = await consoles.open({ as: nobody })
  await heading(page, /^No navigation bar data assigned$/)
  await expect(page.getByRole('alert').filter({ hasText: 'No navigation bar data assigned' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await atLogin(page)
})

test('an auto-login link works once, and its key is gone from the address at once', async ({ consoles }) => {
  const admin = await Api.logIn('admin')
  const { imei } = await freeDevice(admin)
  const { data } = await admin.post('auth/auth/autoLoginLink', { imei })
  expect(data.path).toContain('key=')

  const page = await consoles.open()
  await atLogin(page)
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url(), request.headers().referer ?? ''))
  page.on('framenavigated', frame => addresses.push(frame.url()))
  await page.goto('about:blank')
  await page.goto(consoleUrl() + data.path, { waitUntil: 'commit' })
  await expect.poll(() => page.url()).not.toContain('key=')
  await expect(page).toHaveURL(new RegExp(`#/ProDeviceList\\?imei=(%22)?${imei}(%22)?$`))
  await expect.poll(() => stored(page, 'token')).toBeTruthy()
  expect(JSON.parse((await stored(page, 'usinfo')) ?? '{}')).toMatchObject({ username: 'admin' })
  const key = new URLSearchParams(data.path.split('?')[1]).get('key') ?? ''
  const beyond = addresses.filter(each => each.includes(key) && !each.startsWith(consoleUrl() + data.path))
  expect(beyond).toEqual([])
  const caches = await page.evaluate(async () => {
    const names = await globalThis.caches.keys()
    const all = await Promise.all(names.map(async name => (await globalThis.caches.open(name)).keys()))
    return all.flat().map(request => request.url)
  })
  expect(caches.filter(url => url.includes('key='))).toEqual([])

  const second = await consoles.open()
  await second.goto('about:blank')
  await second.goto(consoleUrl() + data.path)
  await atLogin(second)
  await expect(second.getByRole('alert')).toHaveCount(0)
  expect(second.url()).not.toContain('key=')
})

test('a forged or expired auto-login link is ignored without a word', async ({ consoles }) => {
  const page = await consoles.open({ at: `/ProDeviceList?imei=860000000000000&key=${'A'.repeat(80)}` })
  await atLogin(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await stored(page, 'token')).toBeNull()
})

test('a query before the hash counts as one behind it', async ({ consoles }) => {
  const officer = await logIn(await makeOfficer(await Api.logIn('admin')))
  const page = await consoles.open({ as: officer })
  await heading(page, /^Alarms/)
  await page.goto(`${consoleUrl()}/?state=offline#/DeviceList`)
  await heading(page, /^Devices/)
  await expect(page).toHaveURL(/\/#\/DeviceList\?.*state=offline/)
  await expect(page.getByRole('radio', { name: /^Offline/ })).toBeChecked()
})
