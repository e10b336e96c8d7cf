// Buildings: a plan is uploaded and measured, a station is placed on it, a device walks in and is counted in its zone.
import { truncate, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'
import type sharpOf from 'sharp'
import { Api, address, expect, first, live, test } from './console.ts'
import { connectDevice, freeDevice } from './device.ts'

const sharp: typeof sharpOf = createRequire(import.meta.url)('sharp')

let site: Api
test.beforeAll(async () => {
  site = await Api.logIn('site')
})

interface FloorRow {
  id: number
  version: number
  title: string
  realWidth: number | null
  realHeight: number | null
  x: number
  y: number
}

/** A plan of 3 to 2, with a wall around it. */
const planPicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()

// Its canvas is called the same.
const map = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`)
const opened = (page: Page, name: string) => expect(map(page, name)).toHaveAttribute('data-state', 'open')

const rowsOf = async (entity: string, query: Record<string, string | number>) =>
  (await site.get(`device/${entity}/page`, { size: 500, ...query })).data.list as unknown as FloorRow[]

test('from a picture to who is where', async ({ consoles }) => {
  const title = `E2E ${Date.now() % 100_000}`
  const page = await consoles.open({ as: site, at: '/drawingList?form=new' })

  // Upload.
  const form = page.getByRole('dialog')
  await form.locator('input[type=file]').setInputFiles({
    name: 'plan.png',
    mimeType: 'image/png',
    buffer: await planPicture(),
  })
  await expect(form.getByRole('link', { name: 'Open the image' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('grid').getByText(title)).toBeVisible()
  const drawing = first(await rowsOf('drawing', { title }))

  // Measure: the whole width is 30 m.
  await page.goto(address(`/uwbDrawingList?calibrate=${drawing.id}`))
  await opened(page, `Plan of ${title}`)
  const frame = await map(page, `Plan of ${title}`).boundingBox()
  if (!frame) throw new Error('no map')
  const middle = frame.y + frame.height / 2
  await page.mouse.click(frame.x + 4, middle)
  await expect(page.getByText('Click its other end.')).toBeVisible()
  await page.mouse.click(frame.x + frame.width - 4, middle)
  await page.getByRole('textbox', { name: 'Metres between them' }).fill('30')
  await page.getByRole('button', { name: 'Save the size' }).click()
  await expect(page.getByText('The plan has its size now')).toBeVisible()
  const measured = first(await rowsOf('drawing', { title }))
  expect(measured).toMatchObject({ realWidth: 30, realHeight: 20 })

  // A station in the middle, dragged away, saved.
  await page.goto(address(`/baseStationEdit?drawingId=${drawing.id}`))
  await opened(page, `Base stations on ${title}`)
  await page.getByRole('button', { name: 'Add at the centre' }).click()
  const marker = page.getByRole('button', { name: /^Station 1, Default/ })
  // Where it comes to rest.
  await marker.hover()
  const from = await marker.boundingBox()
  if (!from) throw new Error('no marker')
  const start = { x: from.x + 8, y: from.y + from.height / 2 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 60, start.y - 30, { steps: 6 })
  await page.mouse.move(start.x + 120, start.y - 60, { steps: 6 })
  await page.mouse.up()
  await page.getByRole('button', { name: /^Save 1/ }).click()
  await expect(page.getByText('All stations are saved')).toBeVisible()
  const station = first(await rowsOf('baseStation', { drawingId: drawing.id }))
  expect(station.x).toBeGreaterThan(15)
  expect(station.y).toBeGreaterThan(10)

  // A device walks in, and is counted where it stands.
  const saved = await site.post('device/indoorZone/save', {
    name: `Zone ${title}`,
    drawingId: drawing.id,
    kind: 'danger',
    corners: [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
  })
  expect(saved.code).toBe(0)
  const { imei, name } = await freeDevice(site, { kind: 'camera,environment' })
  const device = await connectDevice(imei)
  await page.goto(address(`/indoorMap?floor=${drawing.id}`))
  await opened(page, `Plan of ${title}`)
  await live(page)
  await expect(page.getByText('Nobody was seen on this floor yet.')).toBeVisible()
  await device.says({ code: '2004', map: drawing.id, x: 4, y: 5 })
  const person = page.getByRole('list', { name: 'Devices on this floor' }).getByRole('button', { name })
  await expect(person).toBeVisible()
  const zone = page.getByRole('list', { name: 'Zones' }).getByRole('listitem').filter({ hasText: title })
  await expect(zone).toContainText(/1$/)
  await expect(page.getByRole('radio', { name: new RegExp(`${title}.*1`) })).toBeChecked()
  // Out of the zone again, without a reload.
  await device.says({ code: '2004', map: drawing.id, x: 14, y: 5 })
  await expect(zone).toContainText(/0$/)
  await person.click()
  await expect(page.getByRole('region', { name })).toContainText('14.0')
  await device.leaves()
})

test('a plan of 50 MB is refused before it travels, and the reason is said', async ({
  consoles,
}, testInfo) => {
  const huge = testInfo.outputPath('huge.png')
  await writeFile(huge, '')
  await truncate(huge, 50 * 1024 * 1024)
  const page = await consoles.open({ as: site, at: '/drawingList?form=new' })
  const form = page.getByRole('dialog')
  await form.locator('input[type=file]').setInputFiles(huge)
  await expect(form.getByText('Plans must be smaller than 10 MB')).toBeVisible()
})
