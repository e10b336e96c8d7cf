// The device list of a tenant with 10,000 devices: as the server pages it, and with all of them in one page, which the
// server never sends (500 at most): there the list is given the merged answers of all pages by a server in between.
import * as z from 'zod/mini'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { type Page as Answer, entityEndpoints, MAX_PAGE_SIZE } from '../../src/contract/entity-endpoints.ts'
import { device } from '../../src/domain/device/device.ts'
import { startConsole } from '../console-process.ts'
import { drawnAfter, follow, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median } from './figures.ts'
import { serveMerged } from './merged-pages.ts'
import { EMPTY_PAGE, type Scrolled, scroll } from './scrolling.ts'

const DEVICES = 10_000
const ROUNDS = 5
const LANDED_MS = 1_500
const ROW_PIXELS = 40
const GRID = '[role="grid"]'
const path = defaultPath(entityEndpoints(device).page)

/** Every row of the list, as the wire has them. */
async function wholeList(url: string, token: string): Promise<string> {
  const list: unknown[] = []
  let answer: { code: number; data: Answer<unknown> } | undefined
  for (let page = 1; list.length < DEVICES; page++) {
    const response = await fetch(`${url}${path}?page=${page}&size=${MAX_PAGE_SIZE}&counts=true&sort=name`, {
      headers: { authorization: token },
    })
    answer = (await response.json()) as { code: number; data: Answer<unknown> }
    list.push(...answer.data.list)
  }
  return JSON.stringify({ ...answer, data: { ...answer?.data, list: list.slice(0, DEVICES) } })
}

const frames = (what: string, { framesPerSecond, longestGap }: Scrolled, best: Scrolled): Figure[] => [
  { label: `${what}: scrolling`, value: framesPerSecond, unit: 'frames/s', target: { atLeast: 50 } },
  {
    label: `${what}: share of an empty page's`,
    value: (framesPerSecond / best.framesPerSecond) * 100,
    unit: '%',
  },
  { label: `${what}: longest pause`, value: longestGap, unit: 'ms' },
]

const bench: Bench = {
  name: `Device list of ${DEVICES.toLocaleString('en')} devices (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      const client = await openDatabase(server)
      await addFleet(client, await tenantOf(client, 'admin'), DEVICES)
      await client.end()

      const empty = await browser.newPage({ viewport: SCREEN })
      await empty.goto(EMPTY_PAGE)
      const best = await scroll(empty, '#empty')
      await empty.close()

      const figures: Figure[] = [
        { label: 'an empty page: scrolling', value: best.framesPerSecond, unit: 'frames/s' },
      ]
      const measure = async (what: string, url: string, rows: number): Promise<string> => {
        const times: number[] = []
        let token = ''
        for (let round = 0; round < ROUNDS; round++) {
          // Somebody new each time, without a stored list; they come from the landing page.
          const page = await browser.newPage({ viewport: SCREEN, serviceWorkers: 'block' })
          await logIn(page, url, 'admin')
          await page.waitForSelector('nav')
          await page.waitForTimeout(LANDED_MS)
          const left = await page.evaluate(() => Date.now())
          await follow(page, `/DeviceList?size=${MAX_PAGE_SIZE}`)
          times.push(await drawnAfter(page, ROW, left))
          if (round === ROUNDS - 1) {
            figures.push({
              label: `${what}: usable`,
              value: median(times),
              unit: 'ms',
              target: { atMost: 1500 },
            })
            figures.push(...frames(what, await scroll(page, GRID), best))
            const height = await page.evaluate(grid => document.querySelector(grid)?.scrollHeight ?? 0, GRID)
            figures.push({
              label: `${what}: rows to scroll through`,
              value: Math.round(height / ROW_PIXELS),
              unit: 'rows',
              target: { atLeast: rows },
            })
            token = z.parse(z.string(), await page.evaluate(() => localStorage.getItem('token')))
          }
          await page.context().close()
        }
        return token
      }
      const token = await measure(`${MAX_PAGE_SIZE} a page`, server.url, MAX_PAGE_SIZE)
      const merged = await serveMerged(server.url, path, await wholeList(server.url, token))
      await measure('all in one page', merged.url, DEVICES)
      await merged.stop()
      return { figures }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
