// In demo mode: three helmets are called from the map into a room, seen there, and answer by push to talk.
import { findings } from './axe.ts'
import { Api, address, expect, test } from './console.ts'
import { startPrepared } from './prepared-console.ts'
import { received, watchMedia } from './room-media.ts'

const ONLINE = 1
const HELMETS = 3

test('three helmets come into a room, are seen, and answer when somebody has spoken', async ({
  consoles,
}) => {
  // That of the other walks moves nothing by itself; and another one takes a while.
  test.slow()
  const running = await startPrepared({ SIMULATE: 'on' })
  const other = process.env.CONSOLE_URL
  process.env.CONSOLE_URL = running.url
  try {
    const site = await Api.logIn('site')
    const online = async () => {
      const { data } = await site.get('device/device/page', { kind: 'helmet', size: 100 })
      return data.list.filter(({ state }) => state === ONLINE).slice(0, HELMETS)
    }
    await expect.poll(async () => (await online()).length, { timeout: 60_000 }).toBe(HELMETS)
    const helmets = await online()
    const page = await consoles.open({ as: site, at: '/DeviceList' })
    await watchMedia(page)
    // The simulator presses buttons of its own accord.
    const later = page
      .getByRole('alertdialog', { name: 'SOS emergency' })
      .getByRole('button', { name: 'Later', exact: true })
    await page.addLocatorHandler(later, () => later.click())
    await page.goto(address('/txVideios?kind=helmet&state=online'))
    for (const { name, imei } of helmets) {
      await page.getByRole('searchbox').first().fill(imei)
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    }
    await expect(page.getByText(`${HELMETS} devices chosen`)).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    const called = page.getByRole('list', { name: 'Called devices' })
    for (const { name } of helmets)
      await expect(called.getByRole('listitem').filter({ hasText: name })).toContainText('in the room', {
        timeout: 60_000,
      })
    await page.getByRole('button', { name: 'Enter the room' }).click()
    await expect(page.getByRole('button', { name: 'Leave room' })).toBeVisible()
    const list = page.getByRole('region', { name: 'List of participants' })
    for (const { name } of helmets) await expect(list).toContainText(name)
    await expect
      .poll(async () => (await received(page)).pictures, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(HELMETS)

    await page.getByRole('button', { name: 'Room information' }).click()
    await page.getByRole('switch', { name: 'Push to talk' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('The floor is free')).toBeVisible()
    await page.keyboard.down(' ')
    await expect(page.getByText('You have the floor')).toBeVisible()
    await page.keyboard.up(' ')
    await expect(page.getByText(/ speaks$/)).toBeVisible()
    await page.close()
  } finally {
    process.env.CONSOLE_URL = other
    await running.stop()
  }
})
