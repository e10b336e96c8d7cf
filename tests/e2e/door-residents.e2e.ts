// A visitor rings at a tablet for a home: answered on the resident's phone with picture and sound, let in, and hung up.
import type { Browser, BrowserContext } from 'playwright/test'
import * as z from 'zod/mini'
import { makeDoorCode } from '../../src/contract/endpoints/intercom.ts'
import { Api, consoleUrl, expect, first } from './console.ts'
import { decoded, keepLines, seesMore, test } from './door-unit.ts'
import { fresh } from './people.ts'
import { moveIn, residentPhone } from './resident.ts'

const NUMBER = '1203'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const made: number[] = []
// Other walks take any door unit that is in use, and know the secrets of the demo's alone. What has rung is never removed.
test.afterAll(async () => {
  const { data } = await admin.post('device/device/recycle', {
    ids: made,
    input: { note: 'End of the walk' },
  })
  expect(data.results).toEqual(made.map(id => expect.objectContaining({ id, ok: true })))
})

/** A tablet that is a new door of a room of the demo, and who lives there. */
async function homeWithDoor(browser: Browser) {
  const { data } = await admin.get<{ list: { categoryId: number }[] }>('device/device/page', {
    ...{ kind: 'doorUnit', size: 1 },
  })
  const imei = `86${String(Date.now()).padStart(13, '0')}`
  const saved = await admin.post('device/device/save', {
    ...{ imei, name: fresh('Gate '), categoryId: first(data.list).categoryId, building: '7', unit: '2' },
  })
  expect(saved.code).toBe(0)
  const { id: deviceId } = first((await admin.get('device/device/page', { imei })).data.list)
  made.push(deviceId)
  const { data: doors } = await admin.get<{ list: { roomId: number }[] }>('user/roomDoor/page', { size: 1 })
  const { roomId } = first(doors.list)
  const door = await admin.post('user/roomDoor/save', { roomId, deviceId, callNumber: NUMBER })
  expect(door.code).toBe(0)
  const { data: offer } = await admin.post('device/door/code', { imei })
  const { code } = z.parse(makeDoorCode.response, offer)
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true })
  await keepLines(context)
  const tablet = await context.newPage()
  await tablet.addInitScript(() => localStorage.setItem('lang', 'en'))
  // While nobody touches it the door shows adverts; a touch brings the keypad back.
  await tablet.addLocatorHandler(
    tablet.getByRole('button', { name: 'Touch to call', exact: false }),
    advert => advert.click(),
  )
  await tablet.goto(`${consoleUrl()}/door`)
  await tablet.getByLabel('Code').fill(code)
  await tablet.getByRole('button', { name: 'Enrol' }).click()
  await tablet.getByRole('button', { name: 'Start' }).click()
  const ring = async () => {
    for (const digit of NUMBER) await tablet.getByRole('button', { name: digit, exact: true }).click()
    await tablet.getByRole('button', { name: 'Call', exact: true }).click()
  }
  return { tablet, ring, roomId, ...(await moveIn(admin, roomId)) }
}

/** The browser, or its person, says no to the microphone. */
const refuseMicrophone = async (context: BrowserContext) => {
  await keepLines(context)
  await context.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
}

test('answered at home the visitor is seen and heard and hears, is let in, and the call is hung up', async ({
  browser,
}) => {
  const { tablet, ring, roomId, name, phone } = await homeWithDoor(browser)
  const page = await residentPhone(browser, phone, async context => void (await keepLines(context)))
  const another = await residentPhone(browser, (await moveIn(admin, roomId)).phone)
  await expect(page.getByText('Open my door')).toBeVisible()
  await ring()
  await expect(page.getByRole('alertdialog')).toContainText('Somebody rings at the door')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Answer' }).click()
  await expect(page.locator('[data-line="connected"]')).toBeVisible()
  await expect(tablet.getByText(`You are speaking with ${name}`)).toBeVisible()
  await expect(another.getByText(`${name} speaks with the visitor.`)).toBeVisible()
  await seesMore(page)
  for (const end of [page, tablet])
    await expect.poll(async () => (await decoded(end)).samples).toBeGreaterThan(0)
  const talk = page.getByRole('dialog')
  await expect(talk.getByRole('button', { name: 'Microphone' })).toHaveAttribute('aria-pressed', 'true')
  await talk.getByRole('button', { name: 'Open the door' }).click()
  await expect(tablet.getByRole('heading', { name: 'The door is open' })).toBeVisible()
  await expect(page.locator('[data-line="connected"]')).toBeVisible()
  await talk.getByRole('button', { name: 'Hang up' }).click()
  await expect(tablet.getByText('The call has ended.')).toBeVisible()
  await talk.getByRole('button', { name: 'Close' }).click()
  await expect(talk).toHaveCount(0)
  for (const { context } of [page, another, tablet].map(each => ({ context: each.context() })))
    await context.close()
})

test('without a microphone the visitor is still seen and heard', async ({ browser }) => {
  const { tablet, ring, phone } = await homeWithDoor(browser)
  const page = await residentPhone(browser, phone, refuseMicrophone)
  await expect(page.getByText('Open my door')).toBeVisible()
  await ring()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Answer' }).click()
  await expect(page.locator('[data-line="connected"]')).toBeVisible()
  await expect(page.getByText('The microphone was refused', { exact: false })).toBeVisible()
  await seesMore(page)
  await expect.poll(async () => (await decoded(page)).samples).toBeGreaterThan(0)
  // The visitor hangs up.
  await tablet.getByRole('button', { name: 'Hang up' }).click()
  await expect(page.getByRole('dialog').getByText('The call has ended.')).toBeVisible()
  for (const each of [page, tablet]) await each.context().close()
})
