// An advertiser's film from its upload to the proof of play: reviewed, brought to a door, shown there also without a network,
// taken away by a ring, and withdrawn.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyAdvertStore } from '../../server/simulator/door-unit/adverts.ts'
import { connectDoorUnit } from '../../server/simulator/door-unit/door-unit.ts'
import { Api, consoleUrl, expect, first, test } from './console.ts'
import { freeDevice, secretOf } from './device.ts'
import { fresh } from './people.ts'

const FILM = join(import.meta.dirname, '../../server/demo/adverts/fibre.webm')

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const rowsOf = async (entity: string, query: Record<string, string | number>) =>
  (await admin.get<{ list: Record<string, unknown>[] }>(`advert/${entity}/page`, query)).data.list

test('a film goes from its upload to proof of play, with the door offline in between', async ({
  consoles,
}) => {
  test.setTimeout(240_000)
  const name = fresh('Fibre ')
  const page = await consoles.open({ as: admin, at: '/advertisementManagement' })
  await page.getByRole('button', { name: 'Add advertisement' }).click()
  const form = page.getByRole('dialog', { name: 'New: Advertisement' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Client').fill('City Telecom')
  await form.locator('input[type=file][name=url]').setInputFiles({
    name: 'not a film.webm',
    mimeType: 'video/webm',
    buffer: Buffer.from('this is text'),
  })
  await expect(form.getByText(/damaged|not allowed|type/i).first()).toBeVisible()
  await form.locator('input[type=file][name=url]').setInputFiles({
    name: 'film.webm',
    mimeType: 'video/webm',
    buffer: readFileSync(FILM),
  })
  await expect(form.getByRole('link', { name: 'Open the file' })).toBeVisible()
  await form.getByLabel('Fee').fill('1200.50')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const advert = first(await rowsOf('advertisement', { name }))
  expect(advert).toMatchObject({ state: 'pending', fee: 120_050, codec: 'vp8' })
  // Its poster was taken by nobody.
  const still = await page.request.get(`${consoleUrl()}${advert.poster}`)
  expect(still.headers()['content-type']).toMatch(/^image/)
  expect((await still.body()).length).toBeLessThanOrEqual(100 * 1024)

  const desk = await consoles.tab(page, '/advertisingReview')
  await desk.getByRole('button', { name }).click()
  await expect(desk.getByRole('heading', { name })).toBeVisible()
  await desk.keyboard.press('a')
  await expect.poll(async () => first(await rowsOf('advertisement', { name })).state).toBe('passed')
  await desk.close()

  const device = await freeDevice(admin, { kind: 'doorUnit' })
  const campaign = await admin.post('advert/advertCampaign/save', {
    ...{ name, advertisementId: advert.id, fromOn: '2020-01-01', untilOn: '2099-12-31' },
    ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, untilMinute: 1440, weight: 10 },
    ...{ doorsBy: 'chosen', deviceIds: [device.id] },
  })
  expect(campaign.code).toBe(0)
  const ofAdvert = { advertisementId: Number(advert.id) }
  expect(first(await rowsOf('advertDelivery', ofAdvert))).toMatchObject({ state: 'notSent' })

  const adverts = emptyAdvertStore()
  const door = connectDoorUnit({
    ...{ url: process.env.CONSOLE_MQTT ?? '', web: consoleUrl(), imei: device.imei },
    ...{ secret: secretOf(device.imei), adverts, advertTickMs: 500 },
  })
  await door.connected()
  await expect.poll(async () => first(await rowsOf('advertDelivery', ofAdvert)).state).toBe('delivered')
  expect(first(await rowsOf('advertisement', { name })).state).toBe('delivered')
  await expect.poll(() => door.showing()?.advertId, { timeout: 60_000 }).toBe(advert.id)

  door.cut()
  // Two whole plays of six seconds, without a network.
  await expect.poll(() => door.unsent(), { timeout: 90_000 }).toBeGreaterThanOrEqual(2)
  await expect.poll(() => door.showing() !== undefined).toBe(true)
  door.ring()
  expect(door.showing()).toBeUndefined()
  door.hangUp()
  door.resume()
  await expect.poll(() => door.unsent(), { timeout: 30_000 }).toBe(0)
  const figures = first(await rowsOf('advertFigure', ofAdvert))
  expect(Number(figures.complete)).toBeGreaterThanOrEqual(1)

  await page.goto(`${consoleUrl()}/#/advertisingdistribution?tab=figures`)
  await expect(page.getByText(name).first()).toBeVisible()
  await page.goto(`${consoleUrl()}/#/advertisementManagement`)
  await page.getByText(name).first().click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('City Telecom').first()).toBeVisible()

  await admin.post('advert/advertisement/withdraw', { ids: [advert.id] })
  await expect.poll(async () => (await rowsOf('advertDelivery', ofAdvert)).length).toBe(0)
  expect(adverts.manifest?.videos.some(({ advertId }) => advertId === advert.id)).toBe(false)
  await door.stop()
})
