// What devices measure: the page of one reading as it goes on, its limits, its file, comparisons, and the table of all.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { Api, address, expect, first, live, type Row, test } from './console.ts'
import { connectDevice, deviceSays, freeDevice } from './device.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const readingAt = ({ imei }: Row) => `/heart_rate?imei=${imei}`
/** The newest figure of a reading, above the chart. */
const figure = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true }).locator('..')
/** What a chart says to who cannot see it. */
const chartSays = (page: Page, words: string | RegExp) =>
  expect(page.locator('figure').filter({ has: page.getByRole('application') })).toContainText(words)

test('a value that comes in stands in the figure and in the chart at once', async ({ consoles }) => {
  const watch = await freeDevice(admin, { kind: 'watch' })
  await deviceSays(watch.imei, { code: '2001', values: { heartRate: 71 } })
  const page = await consoles.open({ as: 'property', at: readingAt(watch) })
  await expect(page.getByRole('heading', { level: 1, name: 'Heart rate' })).toBeVisible()
  await expect(figure(page, 'Heart rate')).toContainText('71')
  await chartSays(page, 'last 71')
  await live(page)
  const loads: string[] = []
  page.on('framenavigated', frame => loads.push(frame.url()))
  await deviceSays(watch.imei, { code: '2001', values: { heartRate: 86 } })
  await expect(figure(page, 'Heart rate')).toContainText('86')
  await chartSays(page, 'last 86')
  // The figures of the chart as a table hold both.
  await page.getByRole('button', { name: 'Figures as a table' }).click()
  const table = page.getByRole('region', { name: /^Figures: Heart rate/ }).getByRole('row')
  await expect(table.nth(1)).toContainText('86')
  await expect(table.nth(2)).toContainText('71')
  expect(loads).toEqual([])

  // The keys zoom into the chart.
  const chart = page.getByRole('application', { name: /^Heart rate/ })
  const span = async () =>
    Number(await chart.getAttribute('data-to')) - Number(await chart.getAttribute('data-from'))
  const whole = await span()
  await chart.focus()
  await page.keyboard.press('+')
  await expect.poll(span).toBeLessThan(whole)
  await page.getByRole('button', { name: 'The whole period' }).click()
  await expect.poll(span).toBe(whole)
})

test('limits are changed in place, reported back by the device, and held against what it measures', async ({
  consoles,
}) => {
  const watch = await freeDevice(admin, { kind: 'watch' })
  const device = await connectDevice(watch.imei)
  await device.says({ code: '1001' })
  await device.says({ code: '2001', values: { heartRate: 74 } })
  const page = await consoles.open({ as: 'property', at: readingAt(watch) })
  await live(page)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const limits = page.getByRole('group', { name: 'Heart rate' })
  await limits.getByLabel(/lower limit/).fill('120')
  await limits.getByLabel(/upper limit/).fill('110')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect(page.getByText('The lower limit must be below the upper one')).toBeVisible()
  await limits.getByLabel(/lower limit/).fill('45')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect(page.getByText('Saved. The device applies it when it receives it.')).toBeVisible()
  const upper = page.getByRole('row').filter({ hasText: 'Heart rate: upper limit' })
  await expect(upper.getByRole('cell').first()).toContainText('110')

  // What an earlier walk has left waiting for this device comes down too.
  const order = () => device.heard.findLast(({ code, kind }) => code === '6001' && kind === 'settings')
  await expect.poll(() => order()?.input).toMatchObject({ limits: { heartRate: { lower: 45, upper: 110 } } })
  await device.says({ code: '6003', settings: { limits: { heartRate: { lower: 45, upper: 104 } } } })
  await page.reload()
  await expect(upper.getByRole('cell').last()).toContainText('104')
  await expect(upper.getByLabel('not applied yet')).toBeVisible()
  await device.says({ code: '6003', settings: { limits: { heartRate: { lower: 45, upper: 110 } } } })
  await device.says({ code: '6002', id: order()?.id, result: 'done' })
  await page.reload()
  await expect(upper.getByRole('cell').last()).toContainText('110')
  await expect(upper.getByLabel('in force')).toBeVisible()

  const since = Date.now()
  await device.says({ code: '2001', values: { heartRate: 110 } })
  await expect(figure(page, 'Heart rate')).toContainText('inside the limits')
  await device.says({ code: '2001', values: { heartRate: 111 } })
  await expect(figure(page, 'Heart rate')).toContainText('above the limit')
  const raised = async () =>
    (await admin.get('message/alarm/page', { imei: watch.imei, type: 6, raisedAtFrom: since - 1000 })).data
  await expect.poll(async () => (await raised()).total).toBe(1)
  await device.says({ code: '2001', values: { heartRate: 80 } })
  await expect(figure(page, 'Heart rate')).toContainText('inside the limits')
  const { id } = first((await raised()).list)
  await admin.post('message/alarm/handle', { ids: [id], input: { note: 'Walked up the stairs' } })
  await device.leaves()
})

test('a file of what was measured waits among the download tasks', async ({ consoles }) => {
  const watch = await freeDevice(admin, { kind: 'watch' })
  await deviceSays(watch.imei, { code: '2001', values: { heartRate: 77 } })
  const page = await consoles.open({ as: 'property', at: readingAt(watch) })
  await live(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As a text table (CSV)' }).click()
  await expect(page.getByText('The export has started.')).toBeVisible()
  await page.goto(address('/DownloadTask'))
  // The newest is on top; one of before may stand below.
  const line = page.getByRole('grid').getByRole('row').nth(1)
  await expect(line).toContainText('Done')
  const starting = page.waitForEvent('download')
  await line.getByRole('button', { name: /^Download .*\.csv$/ }).click()
  const text = await readFile(await (await starting).path(), 'utf8')
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  for (const word of ['Device', 'IMEI', 'Time', 'Heart rate']) expect(head).toContain(word)
  const last = lines.filter(line => line.includes(watch.imei)).at(-1)
  expect(last).toContain(watch.name)
  expect(last).toMatch(/77$/)
})

test('a comparison stands in its address, with everything that was chosen', async ({ consoles }) => {
  const pair = [await freeDevice(admin, { kind: 'watch' }), await freeDevice(admin, { kind: 'watch' })]
  for (const [index, { imei }] of pair.entries())
    await deviceSays(imei, { code: '2001', values: { bloodOxygen: 97 - index } })
  const page = await consoles.open({ as: 'property', at: '/figure' })
  const devices = page.getByRole('combobox', { name: 'Devices' })
  await expect(devices).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comparison' })).toHaveCount(0)
  for (const { imei } of pair) {
    await devices.fill(imei)
    await page.getByRole('option').filter({ hasText: imei }).click()
  }
  await page.keyboard.press('Escape')
  const kinds = page.getByRole('combobox', { name: 'Readings' })
  await kinds.click()
  await page.getByRole('option', { name: 'Blood oxygen', exact: true }).click()
  await page.getByRole('option', { name: 'Heart rate', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByText('7 days').click()
  await page.getByText('By the start').click()
  await expect(page).toHaveURL(/span=week/)
  await expect(page).toHaveURL(/align=start/)

  // A colleague who gets the address sees the same.
  const { hash } = new URL(page.url())
  const other = await consoles.open({ as: 'admin', at: hash.slice(1) })
  for (const each of [page, other]) {
    const comparison = each.getByRole('region', { name: 'Comparison' })
    for (const [index, { name }] of pair.entries())
      await chartSays(each, new RegExp(`${name}: .*last ${97 - index}`))
    await expect(comparison.getByRole('application', { name: 'Blood oxygen' })).toBeVisible()
    await expect(each.getByRole('radio', { name: '7 days' })).toBeChecked()
    await expect(each.getByRole('radio', { name: 'By the start' })).toBeChecked()
  }
})

test('the table of all devices shows a value that has just come', async ({ consoles }) => {
  const watch = await freeDevice(admin, { kind: 'watch' })
  const page = await consoles.open({ as: 'property', at: `/table?imei=%22${watch.imei}%22` })
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: watch.name })
  await expect(row).toBeVisible()
  await live(page)
  for (const heartRate of [91, 67]) {
    await deviceSays(watch.imei, { code: '2001', values: { heartRate } })
    await expect(row.getByText(String(heartRate), { exact: true }).first()).toBeVisible()
  }
  await page.goto(address(`/tables`))
  await expect(page.getByRole('radiogroup', { name: 'Device category' })).toBeVisible()
})
