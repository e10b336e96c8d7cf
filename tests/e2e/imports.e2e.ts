// Many rows at once: a sheet with bad rows comes back with reasons, twenty devices go out and come back, exports wait.
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright/test'
import { Api, address, expect, first, live, type Row, test } from './console.ts'
import { fresh } from './people.ts'
import { category, dropDevices, freshImei, makeDevices } from './stock.ts'

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

const WHOLE = 200
/** Tasks take their turn behind whatever the server has in hand. */
const SOON = { timeout: 90_000 }

const sheetOf = (lines: readonly (readonly string[])[]) =>
  Buffer.from(`\uFEFF${lines.map(line => line.join(',')).join('\r\n')}\r\n`)

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map(line => line.split(',').map(cell => cell.replace(/^"|"$/g, '')))

async function textOf(starting: Promise<Download>): Promise<string> {
  return readFile(await (await starting).path(), 'utf8')
}

async function choose(drawer: Locator, name: string, buffer: Buffer) {
  await drawer.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

test('property staff import 200 devices with 3 bad rows: 197 are saved, the 3 come back and are mended', async ({
  consoles,
}) => {
  test.slow()
  const prefix = fresh('Import ')
  made.push(prefix)
  const { name: categoryName } = await category(admin)
  const imeis = Array.from({ length: WHOLE }, freshImei)
  const good = (at: number) => [
    imeis[at] ?? '',
    `${prefix}-${String(at + 1).padStart(3, '0')}`,
    categoryName,
    `${at + 1}`,
  ]
  const head = ['IMEI', 'Name', 'Category', 'Room']
  const rows = imeis.map((_, at) => good(at))
  rows[9] = ['12AB', ...good(9).slice(1)]
  rows[99] = [imeis[4] ?? '', ...good(99).slice(1)]
  rows[199] = [...good(199).slice(0, 2), 'No such category', '200']
  const count = async () => (await admin.get('device/device/page', { name: prefix, size: 1 })).data.total

  const page = await consoles.open({ as: 'property', width: 'tablet', at: '/DeviceList' })
  await page.getByRole('button', { name: 'Import' }).click()
  const drawer = page.getByRole('dialog', { name: /^Import/ })
  await choose(drawer, `${prefix}.csv`, sheetOf([head, ...rows]))
  await expect(drawer.getByText('200 rows')).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'First rows' })).toContainText(`${prefix}-001`)

  // Nothing is saved before somebody has seen what will happen.
  await drawer.getByRole('button', { name: 'Check first' }).click()
  await expect(drawer.getByRole('heading', { name: 'This would happen' })).toBeVisible(SOON)
  await expect(drawer.getByText('rows refused')).toBeVisible()
  expect(await count()).toBe(0)
  await drawer.getByRole('button', { name: 'Import 197 rows' }).click()
  await expect(drawer.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible(SOON)
  await expect(drawer.getByRole('listitem').filter({ hasText: 'rows saved' })).toContainText('197')
  await expect(drawer.getByRole('listitem').filter({ hasText: 'rows refused' })).toContainText('3')
  expect(await count()).toBe(197)

  const starting = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Refused rows with reasons' }).click()
  const [headings = [], ...refused] = linesOf(await textOf(starting))
  expect(headings).toEqual([...head, 'Row', 'Reason'])
  expect(refused.map(cells => cells.slice(0, 5))).toEqual([
    [...(rows[9] ?? []), '11'],
    [...(rows[99] ?? []), '101'],
    [...(rows[199] ?? []), '201'],
  ])
  const reasons = refused.map(cells => cells.slice(5).join(','))
  expect(reasons[0]).toMatch(/^IMEI: /)
  expect(reasons[1]).toMatch(/^IMEI: /)
  expect(reasons[2]).toMatch(/^Category: /)
  expect(new Set(reasons).size).toBe(3)

  // The same file, corrected: its further columns do no harm.
  const mended = [9, 99, 199].map((at, line) => [...good(at), ...(refused[line]?.slice(4) ?? [])])
  await drawer.getByRole('button', { name: 'Import another file' }).click()
  await choose(drawer, `${prefix} mended.csv`, sheetOf([headings, ...mended]))
  await drawer.getByRole('button', { name: 'Import at once' }).click()
  await expect(drawer.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible(SOON)
  await expect(drawer.getByRole('listitem').filter({ hasText: 'rows saved' })).toContainText('3')
  await drawer.getByRole('button', { name: 'Done' }).click()
  expect(await count()).toBe(WHOLE)
  await page.getByRole('searchbox').fill(prefix)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices 200')

  // Whoever closed the page finds the refused rows among the tasks.
  await page.goto(address('/DownloadTask'))
  const again = page.waitForEvent('download')
  await page
    .getByRole('grid')
    .getByRole('button', { name: `Refused rows of ${prefix}.csv` })
    .first()
    .click()
  expect(linesOf(await textOf(again))).toHaveLength(4)
})

test('a sheet that is none is refused with the reason, and another one can be chosen', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: 'property', at: '/DeviceList' })
  await page.getByRole('button', { name: 'Import' }).click()
  const drawer = page.getByRole('dialog', { name: /^Import/ })
  await choose(drawer, 'devices.csv', Buffer.from('IMEI,Name,Category\r\n'))
  await expect(drawer.getByRole('alert')).toBeVisible()
  await choose(drawer, 'devices.csv', sheetOf([['Colour'], ['red']]))
  await expect(drawer.getByText('No column for:', { exact: false })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Import at once' })).toBeDisabled()
  await expect(drawer.getByRole('button', { name: 'Check first' })).toBeDisabled()
})

interface Item {
  deviceId: number
  state: string
}

const DEPARTMENT = '工程部'
const lifecyclesOf = async (prefix: string): Promise<string[]> => {
  const { data } = await admin.get<{ list: Row[] }>('device/device/page', {
    name: prefix,
    size: 100,
  })
  return data.list.map(row => row.lifecycle)
}

async function handOut(page: Page, prefix: string, count: number) {
  await page.getByRole('searchbox').fill(prefix)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Allocate devices ${count}`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  const panel = page.getByRole('complementary')
  await expect(panel.getByText(`${count} devices`, { exact: true })).toBeVisible()
  await panel.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: DEPARTMENT }).click()
  await panel.getByRole('textbox', { name: 'Note' }).fill(prefix)
  await panel.getByRole('button', { name: `Allocate ${count} devices` }).click()
  return panel
}

test('property staff hand out 20 devices at once, see how far it is, and take all 20 back', async ({
  consoles,
}) => {
  const { prefix } = await makeDevices(admin, 20)
  made.push(prefix)
  const page = await consoles.open({ as: 'property', width: 'tablet', at: '/Allocate' })
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Allocate' })).toBeDisabled()
  const panel = await handOut(page, prefix, 20)

  const progress = panel.getByRole('progressbar', { name: 'Devices allocated' })
  await expect(progress).toBeVisible()
  await expect(panel.getByRole('heading', { name: '20 devices were allocated' })).toBeVisible(SOON)
  await expect(progress).toHaveAttribute('aria-valuenow', '20')
  await expect(panel.getByText('20 of 20')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Allocated' })).toHaveCount(20)
  expect(await lifecyclesOf(prefix)).toEqual(Array(20).fill('assigned'))

  // The address keeps what is shown: a reload loses nothing.
  await page.reload()
  await expect(panel.getByRole('heading', { name: '20 devices were allocated' })).toBeVisible()
  await panel.getByRole('button', { name: 'Take all back' }).click()
  await expect(panel.getByRole('heading', { name: 'All devices were taken back' })).toBeVisible(SOON)
  await expect(panel.getByRole('listitem').filter({ hasText: 'Taken back' })).toHaveCount(20)
  await expect(panel.getByRole('button', { name: 'Take all back' })).toHaveCount(0)
  expect(await lifecyclesOf(prefix)).toEqual(Array(20).fill('inStock'))
  const { data } = await admin.get('device/device/page', { name: prefix, size: 100 })
  expect(data.list.map(row => (row as { departmentId?: number | null }).departmentId ?? null)).toEqual(
    Array(20).fill(null),
  )

  await page.goto(address('/allocationProcess'))
  await expect(page.getByRole('heading', { level: 1, name: /^Allocations/ })).toBeVisible()
  const line = page.getByRole('grid').getByRole('row').filter({ hasText: prefix })
  await expect(line).toContainText('Taken back')
})

test('what is bound by now stays where it is when an allocation is taken back, and is named', async ({
  consoles,
}) => {
  const { prefix, devices } = await makeDevices(admin, 2)
  made.push(prefix)
  const bound = first(devices)
  const page = await consoles.open({ as: 'property', at: '/Allocate' })
  const panel = await handOut(page, prefix, 2)
  await expect(panel.getByRole('heading', { name: '2 devices were allocated' })).toBeVisible(SOON)
  const input = { boundTo: 'Mrs Smith' }
  await admin.post('device/device/bind', { ids: [bound.id], input })
  await panel.getByRole('button', { name: 'Take all back' }).click()
  const kept = panel.getByRole('listitem').filter({ hasText: bound.name })
  await expect(kept).toContainText('Stays there', SOON)
  await expect(panel.getByRole('listitem').filter({ hasText: 'Taken back' })).toHaveCount(1)
  expect((await lifecyclesOf(prefix)).sort()).toEqual(['bound', 'inStock'])
  const run = Number(new URL(page.url().replace('/#', '')).searchParams.get('run'))
  const { data: items } = await admin.get<Item[]>('device/allocation/items', { id: run })
  expect(items.find(item => item.deviceId === bound.id)?.state).toBe('kept')
})

test('an export is asked for, the tab is closed, and the file waits for who comes back', async ({
  consoles,
}) => {
  const { prefix, devices } = await makeDevices(admin, 3)
  made.push(prefix)
  const at = `/DeviceList?q=${encodeURIComponent(prefix)}`
  const page = await consoles.open({ as: admin, at })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices 3')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Text table (CSV)' }).click()
  await expect(page.getByText('The export has started.', { exact: false })).toBeVisible()
  const tab = await page.context().newPage()
  await page.close()

  await tab.goto(address('/DownloadTask'))
  await live(tab)
  const line = tab.getByRole('grid').getByRole('row').nth(1)
  await expect(line).toContainText('3')
  await expect(line).toContainText('Done', SOON)
  const starting = tab.waitForEvent('download')
  await line.getByRole('button', { name: /^Download .*\.csv$/ }).click()
  const lines = linesOf(await textOf(starting))
  expect(lines).toHaveLength(4)
  const names = devices.map(({ name }) => name)
  for (const name of names) expect(lines.flat()).toContain(name)

  // A colleague of another company has no such task, and cannot fetch the file by its number.
  const { data } = await admin.get('message/task/page', { size: 1 })
  const site = await Api.logIn('site')
  expect((await site.get('message/task/get', { id: first(data.list).id })).code).toBe(1404)
})
