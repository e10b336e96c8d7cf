// The operator's streets: drawn from a PMTiles file, kept for the time without network, replaced, and gone with the person.
import { writeFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright/test'
import type { ConsoleProcess } from '../console-process.ts'
import { townArchive } from '../fakes/street-archive.ts'
import { accountMenu, expect, test } from './console.ts'
import { writtenDown } from './kept-in-browser.ts'
import { startPrepared } from './prepared-console.ts'

/** Colours of the white skin. */
const STREET = [255, 255, 255]
const PARK = [220, 239, 226]
/** Lines of metres of the console's own ground. */
const METRES = [226, 231, 238]

let town: ConsoleProcess
let folder = ''
let shared: Record<'CONSOLE_URL' | 'CONSOLE_MQTT' | 'CONSOLE_DATA', string | undefined>

// A console of its own: the others go without an operator's map.
test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-town-'))
  writeFileSync(join(folder, 'town.pmtiles'), townArchive())
  town = await startPrepared({ MAP_TILES: join(folder, 'town.pmtiles') })
  shared = {
    CONSOLE_URL: process.env.CONSOLE_URL,
    CONSOLE_MQTT: process.env.CONSOLE_MQTT,
    CONSOLE_DATA: process.env.CONSOLE_DATA,
  }
  Object.assign(process.env, {
    CONSOLE_URL: town.url,
    CONSOLE_MQTT: town.mqttUrl,
    CONSOLE_DATA: town.dataDir,
  })
})
test.afterAll(async () => {
  Object.assign(process.env, shared)
  await town.stop()
  await rm(folder, { recursive: true })
})

const map = (page: Page) => page.locator('section[aria-label="Map of the devices"]')

async function open(page: Page): Promise<void> {
  await expect(map(page)).toHaveAttribute('data-state', 'open')
}

async function goTo(page: Page, place: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search for a place' })
  await search.fill(place)
  await page
    .getByRole('option')
    .filter({ hasText: place.split(',')[0] ?? '' })
    .first()
    .click()
  await expect(map(page)).toHaveAttribute('aria-busy', 'false')
}

/** How much of the map's middle, where nothing lies over it, has a colour, more or less. */
async function share(page: Page, [red = 0, green = 0, blue = 0]: readonly number[]): Promise<number> {
  const { x, y, width, height } = (await map(page).boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 }
  const clip = { x: x + width * 0.2, y: y + height * 0.2, width: width * 0.6, height: height * 0.5 }
  const picture = await page.screenshot({ clip })
  return page.evaluate(
    async ([data, ...wanted]) => {
      const bytes = Uint8Array.from(atob(data), sign => sign.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('the browser has no canvas')
      context.drawImage(image, 0, 0)
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height)
      let [like, all] = [0, 0]
      for (let at = 0; at < pixels.length; at += 4 * 7) {
        all++
        if (wanted.every((value, part) => Math.abs((pixels[at + part] ?? 0) - value) <= 3)) like++
      }
      return like / all
    },
    [picture.toString('base64'), red, green, blue] as const,
  )
}

const drawn = (page: Page, colour: readonly number[], least = 0.03) =>
  expect.poll(() => share(page, colour)).toBeGreaterThan(least)
const notDrawn = (page: Page, colour: readonly number[]) =>
  expect.poll(() => share(page, colour)).toBeLessThan(0.02)

const TOWN = '22.5475, 114.0505'
const ELSEWHERE = '23.12, 113.26'

const panel = async (page: Page) => {
  await page.getByRole('button', { name: 'Choose the map' }).click()
  return page.getByRole('list', { name: 'Kept areas' })
}

/** Private databases of the browser; it gives no answer to who asks while a logout clears its storage. */
const databases = (page: Page) =>
  page.evaluate(() =>
    Promise.race([
      indexedDB.databases().then(found => found.flatMap(({ name }) => name ?? [])),
      new Promise<string[]>(resolve => setTimeout(() => resolve(['no answer']), 2_000)),
    ]),
  )

const fullDisk = (context: BrowserContext) =>
  context.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'pieces' && localStorage.getItem('full'))
        throw new DOMException('no room', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })

test('an area is kept, seen without network, outdated, kept again, removed, and gone with the person', async ({
  consoles,
}) => {
  test.setTimeout(240_000)
  const page = await consoles.open({ as: 'admin', skin: 'campus', at: '/locations', prepare: fullDisk })
  await open(page)
  await goTo(page, TOWN)
  await drawn(page, PARK)
  await drawn(page, STREET)
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible()

  // Its size is said before; on a full disk nothing is kept, and that is said.
  const areas = await panel(page)
  const keep = page.getByRole('button', { name: /^Keep this area on the device \(.*\d/ })
  await expect(keep).toBeVisible()
  await page.evaluate(() => localStorage.setItem('full', 'yes'))
  await keep.click()
  await expect(page.getByText('The device has no room for it. Choose less detail.')).toBeVisible()
  await expect(areas).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('full'))

  // Broken off: not kept either, and it goes on.
  await page.route(/tiles\.pmtiles/, route => route.abort())
  await keep.click()
  await expect(page.getByText(/The network broke off/)).toBeVisible()
  await expect(areas).toHaveCount(0)
  await page.unroute(/tiles\.pmtiles/)
  await keep.click()
  await expect(areas.getByRole('listitem')).toHaveCount(1)

  // Without network and after a reload the streets are there, with their age; elsewhere is the console's own ground.
  await writtenDown(page)
  await page.context().setOffline(true)
  await page.reload()
  await open(page)
  await goTo(page, TOWN)
  await drawn(page, PARK)
  await drawn(page, STREET)
  await expect(page.getByText(/^Streets kept on this device .*ago/)).toBeVisible()
  await goTo(page, ELSEWHERE)
  await expect(page.getByText('The streets of this part are not kept on this device.')).toBeVisible()
  await notDrawn(page, PARK)
  await drawn(page, METRES, 0.001)

  // Another file on the server: the kept area says so, and is kept again by one press.
  writeFileSync(join(folder, 'new'), townArchive({ edition: '（新）' }))
  await rename(join(folder, 'new'), join(folder, 'town.pmtiles'))
  await page.context().setOffline(false)
  await expect(page.getByText(/The streets of this part/)).toBeHidden({ timeout: 90_000 })
  const again = await panel(page)
  await expect(again.getByText(/The operator’s map is newer/)).toBeVisible({ timeout: 90_000 })
  await again.getByRole('button', { name: /^Keep .* again$/ }).click()
  await expect(again.getByText(/The operator’s map is newer/)).toBeHidden()
  await expect(again.getByRole('listitem')).toHaveCount(1)
  await again.getByRole('button', { name: /^Delete / }).click()
  await expect(again).toHaveCount(0)

  // Who logs out takes it along: nothing of it is left for the next person.
  expect((await databases(page)).filter(name => name.endsWith('-map'))).toHaveLength(1)
  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await expect.poll(() => databases(page)).toEqual([])
})

test('streets that do not come are said, and come as soon as they can, with no reload', async ({
  consoles,
}) => {
  test.setTimeout(180_000)
  const tiles = /tiles\.pmtiles/
  const prepare = (context: BrowserContext) => context.route(tiles, route => route.abort())
  const page = await consoles.open({ as: 'admin', skin: 'campus', at: '/locations', prepare })
  await open(page)
  await expect(page.getByText(/^Some parts of the map could not be loaded/)).toBeVisible({ timeout: 30_000 })
  await goTo(page, TOWN)
  await panel(page)
  await expect(page.getByText('The map does not answer')).toBeVisible({ timeout: 30_000 })
  await page.context().unroute(tiles)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: /^Keep this area on the device/ })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(/^Some parts of the map could not be loaded/)).toBeHidden({ timeout: 90_000 })
  await drawn(page, STREET)
})
