// How the console looks to everybody: right to left, on a phone, on a tablet, in both skins, to a screen reader.
import type { Page } from 'playwright/test'
import { findings } from './axe.ts'
import { Api, address, clearDialogs, consoleUrl, expect, live, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const box = async (page: Page, name: string | RegExp, role: 'navigation' | 'banner' = 'navigation') => {
  const found = await page.getByRole(role, role === 'banner' ? {} : { name }).boundingBox()
  if (!found) throw new Error(`${name} is not on the screen`)
  return found
}

const fitsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('in Arabic the frame is mirrored, and numbers of devices are not', async ({ consoles }) => {
  const { imei } = await freeDevice(admin)
  const page = await consoles.open({ as: admin, language: 'ar', at: `/DeviceDtail?imei=${imei}` })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', /^ar\b/)
  const digits = page.getByText(imei, { exact: true }).first()
  await expect(digits).toBeVisible()
  expect(await digits.evaluate(element => getComputedStyle(element).direction)).toBe('ltr')
  const menu = await page.getByRole('navigation').first().boundingBox()
  const main = await page.getByRole('main').boundingBox()
  expect(menu?.x ?? 0).toBeGreaterThan(main?.x ?? 0)
  expect(await fitsWidth(page)).toBe(true)
  // Every word is Arabic: no key of a catalogue, no English left in the frame.
  const words = await page.getByRole('banner').innerText()
  expect(words).toMatch(/[\u0600-\u06ff]/)
  await page.goto(address('/DeviceList'))
  const grid = page.getByRole('grid')
  const name = await grid.getByRole('columnheader').nth(1).boundingBox()
  const last = await grid.getByRole('columnheader').last().boundingBox()
  expect(name?.x ?? 0).toBeGreaterThan(last?.x ?? 0)
})

test('in Chinese, the default, the words of the specification stand to the letter', async ({ consoles }) => {
  const { imei } = await freeDevice(admin, { kind: 'watch' })
  const page = await consoles.open({ as: admin, language: '', at: '/DeviceList' })
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByText(/^共 \d+ 条$/)).toBeVisible()
  await page.waitForFunction(() => document.querySelector('[data-is="live"]'))
  await deviceSays(imei, { code: '3001', type: 15 })
  await expect(page.getByRole('alertdialog', { name: 'SOS紧急求救' })).toBeVisible()
})

test('on a phone: tabs under the thumb, cards, a panel that is the page, nothing sideways', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: admin, width: 'phone', at: '/DeviceList' })
  const tabs = page.getByRole('navigation', { name: 'Main menu' })
  const cards = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  const { y, height } = await box(page, 'Main menu')
  expect(Math.round(y + height)).toBe(844)
  expect(await tabs.getByRole('link').count()).toBe(4)
  for (const tab of await tabs.locator('a, button').all()) {
    const size = await tab.boundingBox()
    expect(size?.height).toBeGreaterThanOrEqual(44)
    expect(size?.width).toBeGreaterThanOrEqual(44)
  }
  for (const at of ['/DeviceList', '/AlarmHistory', '/userList', '/roleList', '/DownloadTask']) {
    await page.goto(address(at))
    // The bar says it; for a reader it stays the page's heading.
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    expect(await fitsWidth(page), at).toBe(true)
  }
  await page.goto(address('/DeviceList'))
  await cards.first().getByRole('button').last().click()
  const panel = page.getByRole('complementary')
  await expect(panel).toBeVisible()
  expect((await panel.boundingBox())?.width).toBeGreaterThanOrEqual(380)
  expect(await fitsWidth(page)).toBe(true)
  await panel.getByRole('button', { name: 'Back to the list' }).click()
  await expect(panel).toHaveCount(0)
  await tabs.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog', { name: 'All pages' })
    .getByRole('button', { name: 'Administration' })
    .click()
  await page.getByRole('dialog', { name: 'All pages' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Users/ })).toBeAttached()
  await expect(page.getByRole('dialog', { name: 'All pages' })).toHaveCount(0)

  // What a switch says stands in one line where there is room: the box that nobody sees takes none.
  await page.goto(address('/locations'))
  const words = page.getByText('Only what is on the map')
  await expect(words).toBeVisible()
  const lines = (element: Element) =>
    element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight)
  expect(Math.round(await words.evaluate(lines))).toBe(1)
})

test('on a tablet the menu is a rail; on a desktop it can be narrowed', async ({ consoles }) => {
  const tablet = await consoles.open({ as: 'duty', width: 'tablet' })
  await expect(tablet.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await box(tablet, 'Main menu')).width).toBe(64)
  const desktop = await consoles.open({ as: 'duty' })
  await expect(desktop.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await box(desktop, 'Main menu')).width).toBe(224)
  await desktop.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect.poll(async () => (await box(desktop, 'Main menu')).width).toBe(64)
})

test('both skins are chosen in the account menu and stay', async ({ consoles }) => {
  const page = await consoles.open({ as: 'duty', skin: 'blue' })
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await ground()).toBe('rgb(8, 18, 33)')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'White campus' }).click()
  await expect.poll(ground).toBe('rgb(244, 246, 249)')
  await page.reload()
  await expect.poll(ground).toBe('rgb(244, 246, 249)')
})

test('Ctrl K finds pages and devices', async ({ consoles }) => {
  const { name, imei } = await freeDevice(admin)
  const page = await consoles.open({ as: admin })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find a page, a device or another record' })
  await field.fill(imei)
  await expect(page.getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('Roles')
  await expect(page.getByRole('option').first()).toContainText('Roles')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Roles/ })).toBeVisible()
})

for (const skin of ['blue', 'campus'] as const) {
  const asked = { colours: skin === 'campus' }
  test(`before the login, in a dialog and on a phone axe finds nothing serious, ${skin}`, async ({
    consoles,
  }) => {
    const watch = await freeDevice(admin, { kind: 'watch' })
    const login = await consoles.open({ skin })
    await expect(login.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect.soft(await findings(login, asked), 'login').toEqual([])

    // What an address chooses within a page; pages by themselves are looked at one by one elsewhere.
    const chosen = [`/DeviceDtail?imei=${watch.imei}`, '/AlarmHistory?tab=rules', '/AlarmHistory?tab=tests']
    const page = await consoles.open({ as: admin, skin })
    for (const at of chosen) {
      await page.goto(address(at))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading')).toHaveCount(0)
      expect.soft(await findings(page, asked), at).toEqual([])
    }
    await live(page)
    await deviceSays(watch.imei, { code: '3001', type: 15 })
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect.soft(await findings(page, asked), 'SOS').toEqual([])
    await clearDialogs()

    const phone = await consoles.open({ as: admin, skin, width: 'phone', at: '/DeviceList' })
    await expect(phone.getByRole('list', { name: 'Devices' })).toBeVisible()
    expect.soft(await findings(phone, asked), 'phone').toEqual([])
  })
}

test('can be installed: manifest, icons, a service worker that serves the page', async ({ consoles }) => {
  const page = await consoles.open()
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await fetch(new URL(href ?? '', consoleUrl()))).json()
  expect(manifest).toMatchObject({ display: 'standalone' })
  expect(manifest.name).toBeTruthy()
  expect(manifest.start_url).toBeTruthy()
  const purposes = manifest.icons.map((icon: { purpose?: string }) => icon.purpose ?? 'any').join(' ')
  expect(purposes).toMatch(/\bany\b/)
  expect(purposes).toMatch(/\bmaskable\b/)
  const pictures = [...manifest.icons, ...(manifest.screenshots ?? [])]
  const measured = await page.evaluate(
    sources =>
      Promise.all(
        sources.map(
          source =>
            new Promise<string>(resolve => {
              const image = new Image()
              image.onload = () => resolve(`${image.naturalWidth}x${image.naturalHeight}`)
              image.onerror = () => resolve('broken')
              image.src = source
            }),
        ),
      ),
    pictures.map(({ src }: { src: string }) => new URL(src, new URL(href ?? '', consoleUrl())).href),
  )
  pictures.forEach((picture: { sizes: string; src: string }, at: number) => {
    if (picture.sizes !== 'any') expect(measured[at], picture.src).toBe(picture.sizes)
    else expect(measured[at]).not.toBe('broken')
  })
  expect(manifest.icons.map((icon: { sizes: string }) => icon.sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  )
  expect(manifest.shortcuts.length).toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL), {
      message: 'the worker is registered soon after a form that came quickly, else half a minute after it',
      timeout: 90_000,
    })
    .toBe(`${consoleUrl()}/sw.js`)
})

test('scripts come from this origin only, and none inline', async ({ consoles }) => {
  const { headers } = await fetch(consoleUrl())
  const policy = headers.get('content-security-policy') ?? ''
  const scripts = policy.split(';').find(part => part.trim().startsWith('script-src'))
  expect(scripts?.trim()).toBe("script-src 'self'")
  const page = await consoles.open({ as: admin, at: '/DeviceList' })
  const complaints: string[] = []
  page.on('console', message => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  await page.reload()
  await live(page)
  expect(complaints).toEqual([])
})
