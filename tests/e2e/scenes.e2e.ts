// A person on duty looks at two dashboards: a figure opens its list with as many rows, an SOS stands on top of the queue, and
// the duty room leads to the report of the shift, which prints as pages of its own.
import { Api, expect, live, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'

test.use({ serviceWorkers: 'block' })

test('a figure opens the list behind it with the same count', async ({ consoles }) => {
  const page = await consoles.open({ as: 'property', at: '/index' })
  await expect(page.getByRole('heading', { level: 1, name: 'City dashboard' })).toBeVisible()
  const figure = page.locator('[data-figure="devices"]')
  const count = await figure.locator('[data-value]').innerText()
  expect(Number(count.replace(/\D/g, ''))).toBeGreaterThan(0)
  await figure.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toContainText(count)
})

test('an SOS comes first of the queue in the duty room', async ({ consoles }) => {
  const watch = await freeDevice(await Api.logIn('admin'), { kind: 'watch' })
  const page = await consoles.open({ as: 'duty', at: '/index6' })
  await expect(page.locator('[data-figure="openAlarms"]')).toBeVisible()
  await live(page)
  await deviceSays(watch.imei, { code: '3001', type: 15 })
  // The dialog of the SOS lies over it.
  const queue = page.locator('section[aria-label="Open alarms"]')
  await expect(queue.locator('[data-alarm]').first()).toContainText(watch.wearerName)
  await expect(queue.locator('[data-alarm]').first()).toContainText('SOS')
})

test('the duty room leads to the report of the shift, and it prints', async ({ consoles }) => {
  const page = await consoles.open({ as: 'duty', at: '/index6' })
  await page.getByRole('link', { name: 'Shift report' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shift report' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'On duty' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Alarms by kind' })).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body > article').getByRole('region', { name: 'On duty' })).toBeVisible()
  // The frame of the console is not on the sheet.
  await expect(page.getByRole('banner')).toBeHidden()
})
