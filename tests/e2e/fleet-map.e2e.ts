// The fleet on the map: found in the list, picked on the map, seen moving, installed without network, handed out by area.
import type { Page } from 'playwright/test'
import { Api, address, expect, first, live, type Row, test } from './console.ts'
import { connectDevice, freeDevice } from './device.ts'
import { dropDevices, makeDevices } from './stock.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const made: string[] = []
test.afterEach(async () => {
  for (const prefix of made.splice(0)) await dropDevices(admin, prefix)
})

// The drawing inside is a region of the same name.
const map = (page: Page) => page.locator('section[aria-label="Map of the devices"]')
const open = (page: Page) => expect(map(page)).toHaveAttribute('data-state', 'open')
const list = (page: Page) => page.getByRole('region', { name: 'Devices', exact: true })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const infoOf = async (imei: string) =>
  (await admin.post('device/deviceinfo/getDeviceInfo', { imei })).data as unknown as {
    lat: number | null
    lon: number | null
    placedAt: number | null
    place: string | null
    indoorImage: string | null
    name: string
  }

test('staff find a device in the list, see what it is and go to its page', async ({ consoles }) => {
  const { imei, name } = await freeDevice(admin)
  const page = await consoles.open({ as: admin, at: '/locations' })
  await open(page)
  await page.getByRole('searchbox', { name: 'Name, IMEI or wearer' }).fill(imei)
  await expect(list(page).getByRole('heading', { level: 1 })).toHaveText('Fleet map 1')
  await list(page).getByRole('button').filter({ hasText: name }).click()
  await expect(page).toHaveURL(new RegExp(`imei=.*${imei}`))
  const told = card(page, name)
  await expect(told.getByText(imei)).toBeVisible()
  await expect(told.getByText('Last connected')).toBeVisible()
  await expect(told.getByRole('link', { name })).toHaveAttribute('href', `#/ProDeviceList?imei=${imei}`)
  await told.getByRole('link', { name: 'Open the device' }).click()
  await expect(page).toHaveURL(new RegExp(`/DeviceDtail\\?imei=${imei}`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a device picked on the map opens its card, and its row is the chosen one', async ({ consoles }) => {
  const { imei, name } = await freeDevice(admin)
  expect((await infoOf(imei)).lat).not.toBeNull()
  const page = await consoles.open({ as: admin, at: `/locations?q=${imei}` })
  await open(page)
  await expect(list(page).getByRole('heading', { level: 1 })).toHaveText('Fleet map 1')
  // One device is all there is: the map opens over it. A notice that appears above the page moves its middle.
  await expect(async () => {
    const box = await map(page).boundingBox()
    if (!box) throw new Error('there is no map')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(card(page, name)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(list(page).locator('[aria-current="true"]')).toHaveText(new RegExp(name))
  await page.keyboard.press('Tab')
  await card(page, name).getByRole('button', { name: 'Close' }).click()
  await expect(card(page, name)).toBeHidden()
})

test('a move is on the map without a reload, and the list knows how old a place is', async ({ consoles }) => {
  const { imei, name } = await freeDevice(admin, { kind: 'watch,locator,ankleBracelet' })
  const page = await consoles.open({ as: admin, at: `/location?imei=${imei}` })
  await open(page)
  await live(page)
  const device = await connectDevice(imei)
  await device.says({ code: '2002', lat: 30.28811, lon: 120.13255, accuracy: 37, source: 'gps' })
  await expect(card(page, name).getByText(/within 37/)).toBeVisible()
  await device.says({ code: '2002', lat: 30.28822, lon: 120.13266, accuracy: 21, source: 'gps' })
  await expect(card(page, name).getByText(/within 21/)).toBeVisible()
  await expect(card(page, name).getByRole('button', { name: 'Follow' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // Whoever takes the map in hand is not dragged back.
  const box = await map(page).boundingBox()
  if (!box) throw new Error('there is no map')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2 + 60, { steps: 6 })
  await page.mouse.up()
  await expect(card(page, name).getByRole('button', { name: 'Follow' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await device.leaves()
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('an installer puts a device on the map without network; it arrives once, with the time of then', async ({
  consoles,
}) => {
  const { devices, prefix } = await makeDevices(admin, 1)
  made.push(prefix)
  const { imei, name } = first(devices)
  const page = await consoles.open({ as: admin, at: `/installationMap?q=${imei}`, width: 'phone' })
  await open(page)
  await list(page).getByRole('button').filter({ hasText: name }).click()
  await page.getByRole('button', { name: 'Put it on the map' }).click()
  const form = page.getByRole('heading', { name: `Put ${name} on the map` })
  await expect(form).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(/No network: it is kept on this device/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Latitude' }).fill('30.2871')
  await page.getByRole('textbox', { name: 'Longitude' }).fill('120.1333')
  await page.getByRole('textbox', { name: 'Install location' }).fill('Gate 3, left post')
  await page.locator('input[type="file"][capture]').setInputFiles({
    name: 'place.png',
    mimeType: 'image/png',
    buffer: PIXEL,
  })
  await expect(page.getByRole('img', { name: 'Where it was installed' })).toBeVisible()
  const then = Date.now()
  await page.getByRole('button', { name: 'Save the place' }).click()
  await expect(page.getByText(/Kept on this device\./)).toBeVisible()
  const kept = Date.now()
  expect((await infoOf(imei)).placedAt).toBeNull()
  await page.context().setOffline(false)
  await expect.poll(async () => (await infoOf(imei)).placedAt, { timeout: 90_000 }).not.toBeNull()
  const told = await infoOf(imei)
  expect(told).toMatchObject({ lat: 30.2871, lon: 120.1333, place: 'Gate 3, left post' })
  expect(told.indoorImage).toMatch(/^\/files\//)
  expect(told.placedAt).toBeGreaterThanOrEqual(then)
  expect(told.placedAt).toBeLessThanOrEqual(kept)
})

test('devices in an area are handed to a department, and taken back', async ({ consoles }) => {
  const { devices, prefix } = await makeDevices(admin, 2)
  made.push(prefix)
  for (const [at, { id }] of devices.entries())
    await admin.post('device/device/place', { ids: [id], input: { latitude: -35 + at / 1e4, longitude: 40 } })
  const page = await consoles.open({ as: admin, at: `/allocation?q=${encodeURIComponent(prefix)}` })
  await open(page)
  await expect(list(page).getByRole('checkbox')).toHaveCount(devices.length)
  await expect(map(page)).toHaveAttribute('aria-busy', 'false')
  const box = await map(page).boundingBox()
  if (!box) throw new Error('there is no map')
  await page.getByRole('button', { name: 'Draw a rectangle' }).click()
  // Below the tools that lie over the map, around its middle, where the devices are.
  await page.mouse.click(box.x + 60, box.y + box.height - 100)
  await page.mouse.move(box.x + box.width - 120, box.y + 310, { steps: 4 })
  await page.mouse.click(box.x + box.width - 120, box.y + 310)
  const button = page.getByRole('button', { name: `Allocate ${devices.length} devices` })
  await expect(button).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Department' })
    .or(page.getByRole('textbox', { name: 'Department' }))
    .first()
    .click()
  await page.getByRole('option').first().click()
  await button.click()
  await expect(page.getByRole('heading', { name: `${devices.length} devices were allocated` })).toBeVisible()
  await page.getByRole('button', { name: 'Take all back' }).click()
  await expect(page.getByRole('heading', { name: 'All devices were taken back' })).toBeVisible()
})

test('an SOS leads to where it was pressed', async ({ consoles }) => {
  const row: Row = await freeDevice(admin, { kind: 'watch' })
  const page = await consoles.open({ as: admin })
  await page.goto(address(`/location?imei=${row.imei}&lat=30.28&lon=120.13`))
  await open(page)
  await expect(
    page
      .getByRole('button', { name: 'SOS was pressed here' })
      .or(page.getByText('SOS was pressed here'))
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})
