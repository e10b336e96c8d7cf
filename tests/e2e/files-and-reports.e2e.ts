// Files that people upload, where they lie, and reports: made, looked at, fetched; and whom all of it refuses.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { MOST_UPLOAD_BYTES } from '../../src/domain/file/stored-file.ts'
import { Api, address, consoleUrl, expect, live, stored, test } from './console.ts'
import { fresh } from './people.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const files: string[] = []
const reports: string[] = []
test.afterEach(async () => {
  for (const name of files.splice(0)) {
    const { data } = await admin.get('user/storedFile/page', { name, size: 50 })
    await drop('user/storedFile/remove', data.list)
  }
  for (const name of reports.splice(0)) {
    const { data } = await admin.get('message/report/page', { name, size: 50 })
    await drop('message/report/remove', data.list)
  }
})

async function drop(path: string, rows: readonly { id: number }[]) {
  if (rows.length > 0) await admin.post(path, { ids: rows.map(({ id }) => id) })
}

/** A picture, filled up to so many bytes behind its end, as cameras do with their notes. */
async function picture(bytes?: number): Promise<Buffer> {
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer()
  return bytes === undefined ? image : Buffer.concat([image, Buffer.alloc(bytes - image.length)])
}

interface Chosen {
  name: string
  buffer: Buffer
  mimeType?: string
}

/** Chooses files on the upload page. */
const upload = (page: Page, ...chosen: Chosen[]) =>
  page
    .locator('input[type=file][multiple]')
    .setInputFiles(chosen.map(file => ({ mimeType: 'image/jpeg', ...file })))

const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })

test('a picture is uploaded; one byte too many and a page that calls itself a picture are refused', async ({
  consoles,
}) => {
  const name = fresh('gate-')
  files.push(name)
  const page = await consoles.open({ as: 'property', at: '/uploadForm' })
  await expect(page.getByText('up to 500 KB', { exact: false }).first()).toBeVisible()
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  await upload(
    page,
    { name: `${name}.jpg`, buffer: await picture() },
    { name: `${name}-large.jpg`, buffer: await picture(MOST_UPLOAD_BYTES.image + 1) },
    { name: `${name}-page.jpg`, buffer: html },
  )
  await expect(rowOf(page, `${name}.jpg`).getByRole('img', { name: 'Image uploaded' })).toBeVisible()
  await expect(rowOf(page, `${name}-large.jpg`).getByRole('alert')).toHaveText(
    'Images must be smaller than 500 KB',
  )
  const refused = rowOf(page, `${name}-page.jpg`).getByRole('alert')
  await expect(refused).toHaveText('The file format is wrong')
  // The same bytes would be refused again.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  const url = await rowOf(page, `${name}.jpg`).getByRole('link', { name: 'Open' }).getAttribute('href')
  const served = await fetch(new URL(url ?? '', consoleUrl()))
  expect(served.headers.get('content-type')).toBe('image/jpeg')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  const { data } = await admin.get('user/storedFile/page', { name, size: 50 })
  expect(data.list.map(row => row.name)).toEqual([`${name}.jpg`])

  await page.getByRole('button', { name: 'Clear the finished ones' }).click()
  await expect(page.getByRole('region', { name: 'Files' })).toHaveCount(0)
})

test('what was uploaded lies in the cloud storage, is removed and brought back', async ({ consoles }) => {
  const name = fresh('plan-')
  files.push(name)
  const page = await consoles.open({ as: admin, at: '/uploadForm' })
  await upload(page, { name: `${name}.jpg`, buffer: await picture() })
  await expect(rowOf(page, name).getByRole('img', { name: 'Image uploaded' })).toBeVisible()
  const url = (await rowOf(page, name).getByRole('link', { name: 'Open' }).getAttribute('href')) ?? ''
  const status = async () => (await fetch(new URL(url, consoleUrl()))).status

  await page.getByRole('link', { name: 'Cloud storage' }).first().click()
  await expect(page.getByRole('region', { name: 'What is stored' })).toContainText('Images')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cloud storage 1')
  await page.getByRole('grid').getByRole('row').filter({ hasText: name }).click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('img', { name: `${name}.jpg` })).toBeVisible()
  await expect(panel).toContainText('64 × 48')
  expect(await status()).toBe(200)

  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect.poll(status).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cloud storage 1')
  await expect.poll(status).toBe(200)
})

test('a report is put together before its preview, kept, shown as a whole, made and fetched', async ({
  consoles,
}) => {
  const name = fresh('Alarms by type ')
  reports.push(name)
  const page = await consoles.open({ as: admin, at: '/Report' })
  await page.getByRole('button', { name: 'New report' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name' }).fill(name)
  const choose = async (label: string, option: string) => {
    await drawer.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const preview = drawer.locator('section').filter({ has: page.getByRole('heading', { name: 'Preview' }) })
  await expect(preview.getByRole('figure').first()).toBeVisible()
  await choose('Broken down by', 'Alarm type')
  await choose('Period', 'Last 30 days')
  await choose('Shown as', 'Table')
  await expect(preview.getByRole('columnheader', { name: 'Alarm type' })).toBeVisible()
  const [type = ''] = await preview.getByRole('rowheader').allInnerTexts()
  await choose('File', 'Text table (CSV)')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer).toBeHidden()

  await page.getByRole('searchbox').fill(name)
  await page.getByRole('grid').getByRole('row').filter({ hasText: name }).click()
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText('Last 30 days')
  await panel.getByRole('button', { name: 'Open the full page' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: type, exact: true })).toBeVisible()

  await live(page)
  await page.getByRole('button', { name: 'Create the file' }).click()
  await expect(page.getByText('The file is being made.', { exact: false })).toBeVisible()
  await page.goto(address('/DownloadTask?kind=report'))
  const line = page.getByRole('grid').getByRole('row').filter({ hasText: name })
  await expect(line).toContainText('Done')
  const starting = page.waitForEvent('download')
  await line.getByRole('button', { name: /^Download/ }).click()
  const download = await starting
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('Alarm type')
  expect(text).toContain(type)
})

const closed = {
  Allocate: '/device/allocation/',
  allocationProcess: '/device/allocation/',
  productionSystem: '/device/productionBatch/',
  ProductionList: '/device/productionRecord/',
  uploadForm: '/user/storage/',
  CloudStorage: '/user/storedFile/',
  Report: '/message/report/',
  DownloadTask: '/message/task/',
} as const

test('a visitor has none of these pages, and a typed address is refused before anything is asked', async ({
  consoles,
}) => {
  const page = await consoles.open({ at: '/login' })
  await page.getByRole('tab', { name: 'Visitor' }).click()
  await page.getByRole('button', { name: 'Enter as a visitor' }).click()
  await expect(page.getByRole('heading', { name: /^Alarms/ })).toBeVisible()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  for (const [route, calls] of Object.entries(closed)) {
    await expect(page.locator(`nav a[href$="/${route}"]`)).toHaveCount(0)
    await page.goto(address(`/${route}`))
    await expect(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
    await page.goto(address('/AlarmHistory'))
    await expect(page.getByRole('heading', { name: /^Alarms/ })).toBeVisible()
    expect(asked.filter(path => path.includes(calls))).toEqual([])
  }

  const visitor = new Api((await stored(page, 'token')) ?? '', admin.user)
  const refused = [
    await visitor.get('device/allocation/page'),
    await visitor.get('device/productionRecord/page'),
    await visitor.get('user/storedFile/page'),
    await visitor.get('user/storage/use'),
    await visitor.get('user/file/sheet', { id: 1 }),
    await visitor.get('message/report/page'),
    await visitor.get('message/task/page'),
    await visitor.post('device/device/recycle', { ids: [1], input: { note: 'no' } }),
    await visitor.post('device/allocation/start', { deviceIds: [1], targetDepartmentId: 1 }),
  ]
  expect(refused.map(answer => answer.code)).toEqual(refused.map(() => 1403))
})
