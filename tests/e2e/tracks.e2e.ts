// Where somebody has been: replayed at every speed, dragged, to the end and again from 0; linked, exported, by keyboard.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { Api, accountMenu, address, expect, test } from './console.ts'
import { writtenDown } from './kept-in-browser.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

let admin: Api
let walker: { imei: string; name: string; from: number; to: number }

test.beforeAll(async () => {
  admin = await Api.logIn('admin')
  const now = Date.now()
  const { data } = await admin.get('device/device/page', { page: 1, size: 20, kind: 'watch' })
  // A day that is over of a watch which walked.
  for (const { imei, name } of data.list) {
    const days = await admin.get<{ at: number; count: number }[]>('device/track/days', {
      imei,
      from: now - WEEK,
      to: now - 24 * HOUR,
      zone: 'Asia/Shanghai',
    })
    const whole = days.data.filter(({ count }) => count > 500).at(-2)
    if (whole) {
      walker = { imei, name, from: whole.at, to: whole.at + 24 * HOUR - 1 }
      return
    }
  }
  throw new Error('No watch of the demo has walked')
})

const trackAt = (more = '') => `/track?imei=${walker.imei}&from=${walker.from}&to=${walker.to}${more}`
const bar = (page: Page) => page.getByRole('region', { name: 'Playback' })
const slider = (page: Page) => bar(page).getByRole('slider', { name: 'Moment' })
const played = async (page: Page) => Number(await slider(page).inputValue())
const moment = (page: Page) => page.getByTestId('moment')

/** Milliseconds of track that go by in one of the page's own clock, between two moments at which the slider moved. */
const shownRate = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const input = document.querySelector<HTMLInputElement>('input[name="track"]')
        const seen: { value: number; at: number }[] = []
        const look = () => {
          const [value, at] = [Number(input?.value), performance.now()]
          if (seen.at(-1)?.value !== value) seen.push({ value, at })
          // The first one seen stood there for nobody knows how long.
          const [from, to] = [seen[1], seen.at(-1)]
          if (from && to && to.at - from.at > 1500) resolve((to.value - from.value) / (to.at - from.at))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

test('the duty officer replays a track at 1, 2, 4, 8 times, drags, reaches the end, starts again from 0', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: 'duty', at: trackAt() })
  await expect(page.getByRole('heading', { level: 1, name: 'Track' })).toBeVisible()
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')
  expect(await played(page)).toBe(0)
  await bar(page).getByRole('button', { name: 'Play' }).click()
  await expect(bar(page)).toHaveAttribute('data-state', 'playing')
  // A second shows a minute, times the speed.
  for (const speed of [1, 2, 4, 8]) {
    await bar(page).getByText(`${speed}×`, { exact: true }).click()
    // A busy machine draws late, and a moment drawn late is looked at again.
    await expect(async () => {
      const rate = await shownRate(page)
      expect(rate / (60 * speed)).toBeGreaterThan(0.75)
      expect(rate / (60 * speed)).toBeLessThan(1.25)
    }).toPass()
  }
  await bar(page).getByRole('button', { name: 'Pause' }).click()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')

  // The slider, dragged to the middle.
  const box = await slider(page).boundingBox()
  if (!box) throw new Error('no slider')
  await page.mouse.move(box.x + 10, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
  await page.mouse.up()
  const length = Number(await slider(page).getAttribute('max'))
  expect((await played(page)) / length).toBeGreaterThan(0.4)
  expect((await played(page)) / length).toBeLessThan(0.6)

  // Shortly before the end it plays out, and begins anew from 0.
  await page.mouse.click(box.x + box.width - 9, box.y + box.height / 2)
  if ((await bar(page).getAttribute('data-state')) !== 'finished')
    await bar(page).getByRole('button', { name: 'Play' }).click()
  await expect(bar(page)).toHaveAttribute('data-state', 'finished')
  expect(await played(page)).toBe(length)
  await bar(page).getByRole('button', { name: 'Play again' }).click()
  await expect(bar(page)).toHaveAttribute('data-state', 'playing')
  expect((await played(page)) / length).toBeLessThan(0.5)
  await bar(page).getByRole('button', { name: 'Stop' }).click()
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')
  expect(await played(page)).toBe(0)
})

test('a link opens the same moment, and the keys move it', async ({ consoles }) => {
  const page = await consoles.open({ as: 'admin', at: trackAt() })
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('h1').click()
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowRight')
  const shown = await moment(page).textContent()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`imei=${walker.imei}`)
  const tab = await consoles.tab(page, link.slice(link.indexOf('#') + 1))
  await expect(moment(tab)).toHaveText(shown ?? '')
  await expect(bar(tab)).toHaveAttribute('data-state', 'paused')
  await tab.locator('h1').click()
  await tab.keyboard.press('End')
  await expect(bar(tab)).toHaveAttribute('data-state', 'finished')
  await tab.keyboard.press('Home')
  await expect(bar(tab)).toHaveAttribute('data-state', 'ready')
  await tab.keyboard.press(' ')
  await expect(bar(tab)).toHaveAttribute('data-state', 'playing')
})

test('the track is exported for map programs, and a stop in the table leads to its moment', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: 'admin', at: trackAt() })
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /GPX/ }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^track-\d+-\d{8}\.gpx$/)
  const text = await readFile((await download.path()) ?? '', 'utf8')
  expect(text.match(/<trkpt /g)?.length).toBeGreaterThan(500)
  expect(text).toContain(walker.name)

  const table = page.getByRole('table', { name: 'On the way' })
  await table.getByRole('button', { name: /^Stop/ }).nth(2).click()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  expect(await played(page)).toBeGreaterThan(0)
  // Every position, as a table too.
  await page.getByText('Positions', { exact: true }).last().click()
  const rows = page.getByRole('grid', { name: 'Positions' }).locator('[data-row]')
  await expect(rows.first()).toContainText(/\d{4}-\d{2}-\d{2}/)
})

test('a time without positions says so, and offers the nearest days that have some', async ({ consoles }) => {
  const page = await consoles.open({
    as: 'admin',
    at: `/track?imei=${walker.imei}&from=${walker.from - 60 * 24 * HOUR}&to=${walker.from - 59 * 24 * HOUR}`,
  })
  await expect(page.getByText('No positions in this time')).toBeVisible()
  await page
    .getByRole('button', { name: /positions: / })
    .first()
    .click()
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')
  await page.goto(address('/track'))
  await expect(page.getByRole('heading', { name: 'Whose track?' })).toBeVisible()
})

test('a track that was opened plays after a reload without network, with its age, and goes with the person', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: 'duty', at: trackAt() })
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')
  const tracks = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).flatMap(({ name }) => (name?.endsWith('-tracks') ? [name] : [])),
    )
  await expect.poll(async () => (await tracks()).length).toBe(1)
  await writtenDown(page)
  // What the page loaded before the worker stood is written down by it now, and the menu by the page.
  await page.reload()
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')
  await writtenDown(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')
  await expect(page.getByText(/^No network · stored data from/)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Play' }).click()
  await expect(bar(page)).toHaveAttribute('data-state', 'playing')

  // Which ones there are stands where one chooses.
  await page.goto(address('/track'))
  const kept = page.getByRole('region', { name: 'Tracks on this device' })
  await kept.getByRole('button').filter({ hasText: walker.name }).first().click()
  await expect(bar(page)).toHaveAttribute('data-state', 'ready')

  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await expect.poll(tracks).toEqual([])
})
