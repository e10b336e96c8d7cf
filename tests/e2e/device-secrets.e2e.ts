// Secrets of many devices from their list: made at once, kept as a file, and changed without a device losing its line.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { connectClient } from '../mqtt-client.ts'
import { Api, address, expect, test } from './console.ts'
import { dropDevices, makeDevices } from './stock.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})
const made: string[] = []
test.afterEach(async () => {
  for (const prefix of made.splice(0)) await dropDevices(admin, prefix)
})

const connect = (imei: string, password: string, clientId: string) =>
  connectClient(process.env.CONSOLE_MQTT ?? '', { username: imei, clientId, password })

/** Makes secrets for all that the list shows; answers them by IMEI, as the file has them. */
async function makeSecrets(page: Page, count: number): Promise<Map<string, string>> {
  const grid = page.getByRole('grid', { name: 'Devices' })
  await grid.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Secrets' }).click()
  const drawer = page.getByRole('dialog', { name: 'Secrets of devices' })
  await drawer.getByRole('button', { name: `Make ${count} secrets` }).click()
  await expect(drawer.getByRole('status')).toHaveText(`${count} of ${count}`)

  // They are nowhere else: who leaves without them is asked.
  await drawer.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Close without keeping them?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  const coming = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('device-secrets.csv')
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
  return new Map(
    lines.map(line => {
      const [imei = '', , secret = ''] = line.split(',')
      return [imei, secret]
    }),
  )
}

test('secrets of many devices are made at once, and changed while the old ones still work', async ({
  consoles,
}) => {
  const { prefix, devices } = await makeDevices(admin, 3)
  made.push(prefix)
  const page = await consoles.open({ as: admin, at: `/DeviceList?q=${encodeURIComponent(prefix)}` })
  const first = await makeSecrets(page, devices.length)
  expect([...first.keys()].sort()).toEqual(devices.map(({ imei }) => imei).sort())

  const [device] = devices
  const imei = device?.imei ?? ''
  const old = await connect(imei, first.get(imei) ?? '', `${imei}_a`)
  const ended = new Promise<void>(resolve => void old.once('close', () => resolve()))
  await page.goto(address(`/DeviceList?q=${encodeURIComponent(prefix)}&page=1`))
  const next = await makeSecrets(page, devices.length)
  expect(next.get(imei)).not.toBe(first.get(imei))
  expect(old.connected).toBe(true)

  // Who has learnt the new one ends the old one, and what it had opened.
  const renewed = await connect(imei, next.get(imei) ?? '', `${imei}_b`)
  await ended
  await expect(connect(imei, first.get(imei) ?? '', `${imei}_c`)).rejects.toThrow()
  await renewed.endAsync()
})
