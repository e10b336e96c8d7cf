// Three helmets are called from the map into a room, seen there, and answer by push to talk.
import * as z from 'zod/mini'
import { createDemoHelmets } from '../../server/simulator/conference/demo-helmets.ts'
import { conferenceCall } from '../../src/contract/device-messages.ts'
import { findings } from './axe.ts'
import { Api, address, consoleUrl, expect, test } from './console.ts'
import { connectDevice, freeDevice } from './device.ts'
import { received, watchMedia } from './room-media.ts'

const HELMETS = 3

async function connectHelmet(site: Api) {
  const { name, imei } = await freeDevice(site, { kind: 'helmet' })
  const device = await connectDevice(imei)
  await device.says({ code: '1001' })
  return { name, imei, device }
}

test('three helmets come into a room, are seen, and answer when somebody has spoken', async ({
  consoles,
}) => {
  test.slow()
  const inRooms = createDemoHelmets()
  const site = await Api.logIn('site')
  const helmets = await Promise.all(Array.from({ length: HELMETS }, () => connectHelmet(site)))
  try {
    const page = await consoles.open({ as: site, at: '/DeviceList' })
    await watchMedia(page)
    await page.goto(address('/txVideios?kind=helmet'))
    for (const { name, imei } of helmets) {
      await page.getByRole('searchbox').first().fill(imei)
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    }
    await expect(page.getByText(`${HELMETS} devices chosen`)).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    for (const { device } of helmets) {
      const call = () => device.heard.find(({ code }) => code === '5096')
      await expect.poll(call).toBeTruthy()
      inRooms.called(z.parse(conferenceCall, call()), consoleUrl())
    }
    const called = page.getByRole('list', { name: 'Called devices' })
    for (const { name } of helmets)
      await expect(called.getByRole('listitem').filter({ hasText: name })).toContainText('in the room', {
        timeout: 60_000,
      })
    await page.getByRole('button', { name: 'Enter the room', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Leave room' })).toBeVisible()
    const list = page.getByRole('region', { name: 'List of participants' })
    for (const { name } of helmets) await expect(list).toContainText(name)
    await expect
      .poll(async () => (await received(page)).pictures, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(HELMETS)

    await page.getByRole('button', { name: 'Room information' }).click()
    await page.getByRole('switch').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('The floor is free')).toBeVisible()
    await page.getByRole('button', { name: /to talk$/ }).focus()
    await page.keyboard.down(' ')
    await expect(page.getByText('You have the floor')).toBeVisible()
    await page.keyboard.up(' ')
    await expect(page.getByText(/ speaks$/)).toBeVisible()
  } finally {
    inRooms.stop()
    await Promise.all(helmets.map(({ device }) => device.leaves()))
  }
})
