// A console at the end of a thin line, through its service worker: the first visit, a silence of 20 s, and what waits then.
import type { BrowserContext, Page } from 'playwright/test'
import { BROAD, openThinLine, SLOW_3G, type ThinLine } from '../thin-line.ts'
import { Api, consoleUrl, expect, first, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { makeOfficer, type NewPerson } from './people.ts'

const SILENCE_MS = 20_000
let line: ThinLine
let context: BrowserContext
let person: NewPerson
let admin: Api

test.beforeEach(async ({ browser }) => {
  admin = await Api.logIn('admin')
  person = await makeOfficer(admin, 'Thea Thin')
  line = await openThinLine(consoleUrl(), SLOW_3G)
  context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: {
      cookies: [],
      origins: [{ origin: line.url, localStorage: [{ name: 'lang', value: 'en' }] }],
    },
  })
})
test.afterEach(async () => {
  await context.close()
  await line.close()
})

const pill = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

test('the first visit paints at once, says that it works, and leads home', async () => {
  const page = await context.newPage()
  const from = Date.now()
  const since = () => Date.now() - from
  const told: Record<string, number> = {}
  // Only the page itself has to be there for the first paint: no script, no sheet.
  const opened = page.goto(`${line.url}/#/login`, { waitUntil: 'commit' })
  await opened
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  const scripts = await page.evaluate(() => document.querySelectorAll('form').length)
  expect(scripts).toBe(0)
  await expect(page.getByRole('textbox', { name: 'Account' })).toBeVisible()
  told.form = since()
  // As long as somebody takes to type.
  await page.getByRole('textbox', { name: 'Account' }).pressSequentially(person.username, { delay: 150 })
  await page
    .getByRole('textbox', { name: 'Password', exact: true })
    .pressSequentially(person.password, { delay: 150 })
  const before = Date.now()
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: 'Log in', exact: true })
  await expect(button).toHaveAttribute('data-loading', 'true')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  told.home = Date.now() - before
  await expect(page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').first()).toBeVisible()
  told.list = Date.now() - before
  told.paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1,
  )
  told.bytes = line.received()
  console.log('slow 3G:', JSON.stringify(told))
})

/** A thin line takes its time. */
const patient = { timeout: 120_000 }

test('20 s of nothing are said, work waits, and all is well again', async () => {
  test.slow()
  // How the first visit goes over it is another walk's; here the page stands, and its worker, before it becomes thin.
  line.become(BROAD)
  const device = await freeDevice(admin)
  const since = Date.now()
  await deviceSays(device.imei, { code: '3001', type: 12 })
  const { data } = await admin.get('message/alarm/page', {
    imei: device.imei,
    type: 12,
    raisedAtFrom: since - 1000,
  })
  const row = first(data.list)
  const page = await context.newPage()
  await page.goto(`${line.url}/#/login`)
  await page.getByRole('textbox', { name: 'Account' }).fill(person.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(pill(page, 'Live')).toHaveCount(1, patient)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), patient)
    .toBe('activated')
  line.become(SLOW_3G)
  // From the worker's store: the page itself costs no network.
  await page.reload()
  await expect(pill(page, 'Live')).toHaveCount(1, patient)
  await page.goto(`${line.url}/#/AlarmHistory?imei=%22${row.imei}%22&type=collision&open=${row.id}`)
  await expect(page.getByRole('button', { name: 'Handle' })).toBeVisible(patient)
  await expect(page.getByText('Raised by the device')).toBeVisible(patient)

  line.cut()
  const cutAt = Date.now()
  await expect(pill(page, 'No answer').or(pill(page, 'Offline'))).not.toHaveCount(0)
  console.log('said after', Date.now() - cutAt, 'ms')
  await page.getByRole('button', { name: 'Handle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Handle' })
  await dialog.getByRole('textbox').fill('Through the thin line')
  await dialog.getByRole('button', { name: 'Handle' }).click()
  await expect(page.getByText('1 waiting')).toBeVisible()
  await page.waitForTimeout(Math.max(0, SILENCE_MS - (Date.now() - cutAt)))

  line.mend()
  await expect(page.getByText('1 waiting')).toHaveCount(0, patient)
  await expect(pill(page, 'Live')).toHaveCount(1, patient)
  const handled = async () =>
    (
      await admin.get<{ kind: string; note: string | null }[]>('message/alarm/timeline', { id: row.id })
    ).data.filter(event => event.note === 'Through the thin line').length
  await expect.poll(handled).toBe(1)
})
